/* The colour differences of as many pairs at a time as LANES says.

   Included once for each width, by delta_e.c alone, which defines LANES, NAMED(x) and TARGET.
   The formulas and their symbols are those of Sharma, Wu, Dalal (2005). */

typedef float NAMED(vec) __attribute__((vector_size(4 * LANES)));
typedef int32_t NAMED(ivec) __attribute__((vector_size(4 * LANES)));

#define V NAMED(vec)
#define I NAMED(ivec)
#define SPLAT(value) ((V){0} + (float)(value))
#define INLINE TARGET static inline __attribute__((always_inline))

INLINE V NAMED(pick)(I where, V yes, V no) {
  return (V)(((I)yes & where) | ((I)no & ~where));
}

INLINE V NAMED(larger)(V a, V b) { return NAMED(pick)(a > b, a, b); }

INLINE V NAMED(root)(V x) { return __builtin_elementwise_sqrt(x); }

/* The cube root of x > 0: y = x^(-1/3) by Newton's rule, which needs no division, from a guess
   that divides the exponent by 3; then a last step on x * y * y itself. */
INLINE V NAMED(cube_root)(V x) {
  I guess = 0x54A21D2A - __builtin_convertvector(
      __builtin_convertvector((I)x, V) * SPLAT(1.0 / 3), I);
  V y = (V)guess;
  for (int step = 0; step < 3; step++) {
    y = y * (SPLAT(4.0 / 3) - x * y * y * y * SPLAT(1.0 / 3));
  }
  V t = x * y * y;
  return t + (x - t * t * t) * (y * y) * SPLAT(1.0 / 3);
}

INLINE V NAMED(curve)(V t) {
  V low = t * SPLAT(841.0 / 108) + SPLAT(4.0 / 29);
  /* Black would divide by zero on the way; its root is not used. */
  V high = NAMED(cube_root)(NAMED(larger)(t, SPLAT(0.001)));
  return NAMED(pick)(t > SPLAT(216.0 / 24389), high, low);
}

typedef struct {
  V l, a, b;
} NAMED(lab);

INLINE NAMED(lab) NAMED(to_lab)(const uint32_t *pixels, const float *light) {
  V red, green, blue;
  I grey;
  for (int i = 0; i < LANES; i++) {
    uint32_t pixel = pixels[i];
    uint32_t r = pixel & 255, g = pixel >> 8 & 255, b = pixel >> 16 & 255;
    red[i] = light[r];
    green[i] = light[g];
    blue[i] = light[b];
  }
  grey = (red == green) & (green == blue);
  V x = red * SPLAT(0.4124564390896922 / 0.95047) + green * SPLAT(0.357576077643909 / 0.95047) +
        blue * SPLAT(0.18043748326639894 / 0.95047);
  V y = red * SPLAT(0.21267285140562253) + green * SPLAT(0.715152155287818) +
        blue * SPLAT(0.07217499330655958);
  V z = red * SPLAT(0.019333895582329317 / 1.08883) +
        green * SPLAT(0.11919202588130297 / 1.08883) + blue * SPLAT(0.9503040785363679 / 1.08883);
  V fx = NAMED(curve)(x), fy = NAMED(curve)(y), fz = NAMED(curve)(z);
  /* Greys must have no hue: what rounding leaves would make one. */
  V a = NAMED(pick)(grey, SPLAT(0), (fx - fy) * SPLAT(500));
  V b = NAMED(pick)(grey, SPLAT(0), (fy - fz) * SPLAT(200));
  return (NAMED(lab)){fy * SPLAT(116) - SPLAT(16), a, b};
}

INLINE V NAMED(chroma)(V a, V b) { return NAMED(root)(a * a + b * b); }

/* sqrt(C^7 / (C^7 + 25^7)) */
INLINE V NAMED(saturation)(V c) {
  V cubed = c * c * c;
  V seventh = cubed * cubed * c;
  return NAMED(root)(seventh / (seventh + SPLAT(6103515625.0)));
}

/* ΔH' = 2 sqrt(C1' C2') sin(Δh' / 2) without an angle: from the cross product where the hues are
   near, from the dot product, which loses digits there, where they are far apart. */
INLINE V NAMED(hue_step)(V product, V dot, V cross) {
  I far = dot < SPLAT(0);
  V half = NAMED(root)(NAMED(pick)(far, (product - dot) * SPLAT(2), (product + dot) * SPLAT(0.5)));
  V near_step = cross / NAMED(larger)(half, SPLAT(1e-20));
  V far_step = NAMED(pick)(cross < SPLAT(0), -half, half);
  return NAMED(pick)(far, far_step, near_step);
}

INLINE V NAMED(delta_e_76)(NAMED(lab) p, NAMED(lab) q) {
  V l = p.l - q.l, a = p.a - q.a, b = p.b - q.b;
  return NAMED(root)(l * l + a * a + b * b);
}

INLINE V NAMED(delta_e_94)(NAMED(lab) p, NAMED(lab) q) {
  V c1 = NAMED(chroma)(p.a, p.b), c2 = NAMED(chroma)(q.a, q.b);
  V dot = p.a * q.a + p.b * q.b, cross = p.a * q.b - p.b * q.a;
  V l = p.l - q.l;
  V c = (c1 - c2) / (SPLAT(1) + c1 * SPLAT(0.045));
  V h = NAMED(hue_step)(c1 * c2, dot, cross) / (SPLAT(1) + c1 * SPLAT(0.015));
  return NAMED(root)(l * l + c * c + h * h);
}

/* e^x for x of 0 or less, down to -50. */
INLINE V NAMED(exponential)(V x) {
  V scaled = x * SPLAT(1.4426950408889634);
  /* Conversion cuts towards zero, and so rounds to the nearest below 0. */
  I whole = __builtin_convertvector(scaled - SPLAT(0.5), I);
  V rest = (scaled - __builtin_convertvector(whole, V)) * SPLAT(0.6931471805599453);
  V sum = SPLAT(1.0 / 720);
  sum = sum * rest + SPLAT(1.0 / 120);
  sum = sum * rest + SPLAT(1.0 / 24);
  sum = sum * rest + SPLAT(1.0 / 6);
  sum = sum * rest + SPLAT(0.5);
  sum = sum * rest + SPLAT(1);
  sum = sum * rest + SPLAT(1);
  return sum * (V)((whole + 127) << 23);
}

/* The arc tangent of -1 to 1. Source: Abramowitz, Stegun (1964), 4.4.49. */
INLINE V NAMED(arc_tangent)(V t) {
  V s = t * t;
  V sum = SPLAT(0.0028662257);
  sum = sum * s - SPLAT(0.0161657367);
  sum = sum * s + SPLAT(0.0429096138);
  sum = sum * s - SPLAT(0.0752896400);
  sum = sum * s + SPLAT(0.1065626393);
  sum = sum * s - SPLAT(0.1420889944);
  sum = sum * s + SPLAT(0.1999355085);
  sum = sum * s - SPLAT(0.3333314528);
  return t + t * s * sum;
}

/* sin(2 Δθ), from the cosine and sine of the mean hue. */
INLINE V NAMED(rotation_sine)(V cosine, V sine) {
  /* cos 275° and sin 275° */
  const float c275 = 0.08715574274765817f, s275 = -0.9961946980917455f;
  V c = cosine * SPLAT(c275) + sine * SPLAT(s275);
  V s = sine * SPLAT(c275) - cosine * SPLAT(s275);
  /* Half the angle, so that the series has to reach 45° only. Past 90° from 275° the factor is
     below 3e-6, whatever the angle. */
  V t = NAMED(pick)(c < SPLAT(0), SPLAT(1), s / (SPLAT(1) + c));
  V z = NAMED(arc_tangent)(t) * SPLAT(2 * 57.29577951308232 / 25);
  V angle = NAMED(exponential)(-(z * z)) * SPLAT(1.0471975511965976);
  V square = angle * angle;
  V sum = SPLAT(1.0 / 362880);
  sum = sum * square - SPLAT(1.0 / 5040);
  sum = sum * square + SPLAT(1.0 / 120);
  sum = sum * square - SPLAT(1.0 / 6);
  return angle + angle * square * sum;
}

/* T, by the addition theorems from the cosine and sine of the mean hue. */
INLINE V NAMED(hue_weight)(V c, V s) {
  V c2 = c * c * SPLAT(2) - SPLAT(1), s2 = s * c * SPLAT(2);
  V c3 = c * (c2 * SPLAT(2) - SPLAT(1)), s3 = s * (c2 * SPLAT(2) + SPLAT(1));
  V c4 = c2 * c2 * SPLAT(2) - SPLAT(1), s4 = s2 * c2 * SPLAT(2);
  V first = c * SPLAT(0.17 * 0.8660254037844387) + s * SPLAT(0.17 * 0.5);
  V third = c3 * SPLAT(0.32 * 0.9945218953682733) - s3 * SPLAT(0.32 * 0.10452846326765347);
  V fourth = c4 * SPLAT(0.20 * 0.45399049973954675) + s4 * SPLAT(0.20 * 0.8910065241883679);
  return SPLAT(1) - first + c2 * SPLAT(0.24) + third - fourth;
}

INLINE V NAMED(delta_e_2000)(NAMED(lab) p, NAMED(lab) q) {
  V c_mean = (NAMED(chroma)(p.a, p.b) + NAMED(chroma)(q.a, q.b)) * SPLAT(0.5);
  V stretch = SPLAT(1.5) - NAMED(saturation)(c_mean) * SPLAT(0.5);
  V a1 = p.a * stretch, a2 = q.a * stretch;
  V c1 = NAMED(chroma)(a1, p.b), c2 = NAMED(chroma)(a2, q.b);
  V product = c1 * c2;
  V dot = a1 * a2 + p.b * q.b, cross = a1 * q.b - p.b * a2;

  /* The mean hue halves the angle between both vectors, brought to one length. Their sum points
     there; where they are far apart it loses digits, and what is square to their difference, on
     the side of the smaller angle, does not. */
  I far = dot < SPLAT(0), turned = cross < SPLAT(0);
  V across = a2 * c1 - a1 * c2, down = q.b * c1 - p.b * c2;
  V x = NAMED(pick)(far, NAMED(pick)(turned, -down, down), a1 * c2 + a2 * c1);
  V y = NAMED(pick)(far, NAMED(pick)(turned, across, -across), p.b * c2 + q.b * c1);
  V length = NAMED(chroma)(x, y);
  V scale = SPLAT(1) / NAMED(larger)(length, SPLAT(1e-20));
  V cosine = x * scale, sine = y * scale;

  V l_mean = (p.l + q.l) * SPLAT(0.5) - SPLAT(50);
  V c_bar = (c1 + c2) * SPLAT(0.5);
  V offset = l_mean * l_mean;
  V s_l = SPLAT(1) + offset * SPLAT(0.015) / NAMED(root)(offset + SPLAT(20));
  V s_c = SPLAT(1) + c_bar * SPLAT(0.045);
  V s_h = SPLAT(1) + c_bar * SPLAT(0.015) * NAMED(hue_weight)(cosine, sine);
  V r_t = NAMED(rotation_sine)(cosine, sine) * NAMED(saturation)(c_bar) * SPLAT(-2);

  V l = (q.l - p.l) / s_l;
  V c = (c2 - c1) / s_c;
  V h = NAMED(hue_step)(product, dot, cross) / s_h;
  V sum = l * l + c * c + h * h + r_t * c * h;
  V result = NAMED(root)(NAMED(larger)(sum, SPLAT(0)));

  /* a* and b* are off by up to 5e-5, which leaves the sign of a smaller cross product open. */
  V size = NAMED(pick)(turned, -cross, cross);
  I unsure = far & (size <= (c1 + c2) * SPLAT(5e-4));
  return NAMED(pick)(unsure, SPLAT(SNAP_DELTA_E_UNSURE), result);
}

TARGET static void NAMED(delta_e)(const uint32_t *first, const uint32_t *second, size_t count,
                                  const float *light, int formula, float *out) {
  for (size_t i = 0; i < count; i += LANES) {
    uint32_t rest[2][LANES] = {{0}};
    const uint32_t *left = first + i, *right = second + i;
    if (count - i < LANES) {
      for (size_t j = 0; j < count - i; j++) {
        rest[0][j] = left[j];
        rest[1][j] = right[j];
      }
      left = rest[0];
      right = rest[1];
    }
    NAMED(lab) p = NAMED(to_lab)(left, light), q = NAMED(to_lab)(right, light);
    V result = formula == 76   ? NAMED(delta_e_76)(p, q)
               : formula == 94 ? NAMED(delta_e_94)(p, q)
                               : NAMED(delta_e_2000)(p, q);
    for (size_t j = 0; j < LANES && i + j < count; j++) out[i + j] = result[j];
  }
}

#undef INLINE
#undef SPLAT
#undef I
#undef V
