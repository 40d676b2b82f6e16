import CKernels

/// Gives memory that was freed back to the system.
///
/// glibc keeps what lies between pieces that are still in use, which after a search through
/// hundreds of thousands of file names is a third of all.
package func giveBackFreeMemory() { snap_give_back_memory() }

/// From now on, gives every large image back as soon as it is done with; to be called before the
/// first thread.
///
/// glibc raises its own limit with the first image that is freed, and keeps later ones in a heap
/// for each thread, where they lie apart: 220 of 530 MB while a thousand full-size cases are shown.
/// And it asks for memory a few pages at a time, a system call each, where it may ask for more than
/// is touched.
package func giveBackImages() { snap_keep_no_images() }
