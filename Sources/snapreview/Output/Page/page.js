"use strict";
(() => {
  const body = document.body;
  const all = [...document.querySelectorAll(".case")];
  const filter = document.querySelector("#filter");
  const help = document.querySelector("dialog");
  const views = ["side", "swipe", "blink", "difference"];
  let edge = 50;

  const shown = () => all.filter((one) => !one.hidden && !one.closest("details:not([open])"));
  const current = () => shown().indexOf(document.activeElement.closest(".case"));

  function show(view) {
    body.dataset.view = view;
    body.dataset.side = "reference";
    for (const button of document.querySelectorAll("button[data-view]")) {
      button.setAttribute("aria-pressed", String(button.dataset.view === view));
    }
  }

  function step(by) {
    const cases = shown();
    const place = current() < 0 ? (by > 0 ? 0 : cases.length - 1) : current() + by;
    cases[Math.max(0, Math.min(place, cases.length - 1))]?.focus();
  }

  // A case that is looked at stays where it is, whatever the view does to those above it.
  function keepingPlace(change) {
    const one = shown()[current()];
    const before = one?.getBoundingClientRect().top;
    change();
    if (one) scrollBy(0, one.getBoundingClientRect().top - before);
  }

  // What is folded away with the focus in it leaves the focus to its decision.
  function fold(isFolded) {
    const cause = document.activeElement.closest(".cause");
    const members = cause?.querySelector("details");
    if (!members) return;
    members.open = !isFolded;
    if (isFolded) cause.querySelector(".case").focus();
  }

  function swipe(to) {
    edge = Math.max(0, Math.min(100, to));
    body.style.setProperty("--edge", edge + "%");
  }

  function flip() {
    if (body.dataset.view !== "blink") return keepingPlace(() => show("blink"));
    body.dataset.side = body.dataset.side === "actual" ? "reference" : "actual";
  }

  function sift() {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const one of all) {
      const text = one.dataset.words.toLowerCase();
      one.hidden = !words.every((word) => text.includes(word));
    }
    for (const cause of document.querySelectorAll(".cause")) {
      cause.hidden = !cause.querySelector(".case:not([hidden])");
      const entry = document.querySelector(`nav a[href="#${cause.id}"]`)?.parentElement;
      if (entry) entry.hidden = cause.hidden;
      const members = cause.querySelector("details");
      if (members) members.open = words.length > 0 && members.querySelector(".case:not([hidden])") !== null;
    }
    document.querySelector("#count").textContent =
      words.length ? `${shown().length} of ${all.length}` : "";
  }

  const keys = {
    j: () => step(1), k: () => step(-1), l: () => fold(false), h: () => fold(true), " ": flip,
    ",": () => swipe(edge - 5), ".": () => swipe(edge + 5),
    "=": () => keepingPlace(() => body.classList.add("full")),
    "0": () => keepingPlace(() => body.classList.remove("full")),
    o: () => body.classList.toggle("bare"), "/": () => filter.focus(),
    "?": () => help.showModal(),
  };
  views.forEach((view, place) => { keys[place + 1] = () => keepingPlace(() => show(view)); });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target === filter) {
      if (event.key === "Escape") { filter.value = ""; sift(); }
      if (event.key === "Escape" || event.key === "Enter") filter.blur();
      return;
    }
    // A button that has the focus keeps its own keys.
    if (help.open || (event.key === " " && event.target.closest("button"))) return;
    const act = Object.hasOwn(keys, event.key) && keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });

  document.addEventListener("pointermove", (event) => {
    const frame = body.dataset.view === "swipe" && event.target.closest?.(".pair")?.querySelector(".frame");
    if (!frame) return;
    const box = frame.getBoundingClientRect();
    swipe(((event.clientX - box.left) / box.width) * 100);
  });

  for (const button of document.querySelectorAll("button[data-view]")) {
    button.addEventListener("click", () => show(button.dataset.view));
  }
  document.querySelector("#help").addEventListener("click", () => help.showModal());
  filter.addEventListener("input", sift);
  show("side");
})();
