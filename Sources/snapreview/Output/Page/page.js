"use strict";
(() => {
  const body = document.body;
  const one = (query, within = document) => within.querySelector(query);
  const every = (query, within = document) => [...within.querySelectorAll(query)];
  const all = every(".case");
  const filter = one(".advice input");
  const help = one("dialog.help");
  const { words, cases } = JSON.parse(one(".data").textContent);
  const views = ["pair", "slide", "flip", "difference"];

  // MARK: Looking

  const isVisible = (item) => !item.hidden && !item.parentElement.closest("[hidden], details:not([open])");
  const shown = () => all.filter(isVisible);
  const current = () => document.activeElement?.closest(".case");

  // A case that is looked at stays where it is, whatever happens to those above it.
  function keepingPlace(change, item = current()) {
    const before = item?.getBoundingClientRect().top;
    change();
    if (item) scrollBy(0, item.getBoundingClientRect().top - before);
  }

  function show(view) {
    body.dataset.view = view;
    body.dataset.side = "before";
    for (const button of every("[data-view]", one(".views"))) {
      button.setAttribute("aria-pressed", String(button.dataset.view === view));
    }
    if (view === "difference") every(".pair.both").forEach((pair) => inView.observe(pair));
    else inView.disconnect();
  }

  function step(by) {
    const list = shown();
    const place = list.indexOf(current());
    const next = place < 0 ? (by > 0 ? 0 : list.length - 1) : place + by;
    list[Math.max(0, Math.min(next, list.length - 1))]?.focus();
  }

  function fold(isFolded, item = current()) {
    const card = item?.closest(".card");
    if (!card) return;
    keepingPlace(() => { one("details", card).open = !isFolded; }, card);
    // What is folded away with the focus in it leaves the focus to its decision.
    if (isFolded) card.focus();
  }

  let edge = 50;
  function slide(to) {
    edge = Math.max(0, Math.min(100, to));
    body.style.setProperty("--edge", edge + "%");
  }

  function flip() {
    if (body.dataset.view !== "flip") return keepingPlace(() => show("flip"));
    body.dataset.side = body.dataset.side === "after" ? "before" : "after";
  }

  function sift() {
    const wanted = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (item) => wanted.every((word) => item.dataset.words.toLowerCase().includes(word));
    for (const card of every(".card")) {
      const members = every(".members > .case", card);
      for (const member of members) member.hidden = !fits(member);
      const isMember = members.some((member) => !member.hidden);
      card.hidden = !fits(card) && !isMember;
      if (wanted.length && !fits(card) && isMember) one("details", card).open = true;
    }
    const found = all.filter((item) => fits(item)).length;
    one(".found").textContent = wanted.length ? `${found} of ${all.length}` : "";
  }

  // Whoever follows a link to a case that is folded away finds it open.
  function goTo(hash) {
    const item = hash.length > 1 && document.getElementById(decodeURIComponent(hash.slice(1)));
    if (!item) return;
    const folded = item.parentElement.closest("details");
    if (folded) folded.open = true;
    item.scrollIntoView();
    item.focus({ preventScroll: true });
  }

  // MARK: The difference

  const inView = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) draw(target);
  }, { rootMargin: "400px" });

  // The actual in grey, and every pixel that changed in one colour, so strong that the faintest is seen;
  // blue is what only one of the two has. A pixel covers one of the screen at least.
  async function draw(pair) {
    if (one("canvas", pair)) return;
    const canvas = document.createElement("canvas");
    pair.append(canvas);
    const images = every("img", pair);
    await Promise.all(images.map((image) => image.decode().catch(() => {})));
    const { naturalWidth: width, naturalHeight: height } = images[0];
    if (!width || !height) return;
    Object.assign(canvas, { width, height, className: images[0].className });
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", "The difference. " + images[1].alt);
    const context = canvas.getContext("2d", { willReadFrequently: true });
    const [before, after] = images.map((image) => {
      context.clearRect(0, 0, width, height);
      context.drawImage(image, 0, 0);
      return context.getImageData(0, 0, width, height).data;
    });
    const reach = Math.min(4, Math.floor(width / Math.max(images[0].clientWidth, 1) / 2));
    const strength = new Uint8Array(width * height);
    const picture = context.createImageData(width, height);
    const data = picture.data;
    for (let pixel = 0; pixel < width * height; pixel++) {
      const at = pixel * 4;
      const isThere = [before[at + 3] > 0, after[at + 3] > 0];
      if (!isThere[0] && !isThere[1]) continue;
      const lone = isThere[0] !== isThere[1];
      const side = isThere[1] ? after : before;
      const grey = (side[at] * 3 + side[at + 1] * 6 + side[at + 2]) / 10 * 0.35 + 150;
      data.set(lone ? [70, 120, 220, 255] : [grey, grey, grey, 255], at);
      if (lone) continue;
      const by = Math.max(
        Math.abs(before[at] - after[at]), Math.abs(before[at + 1] - after[at + 1]),
        Math.abs(before[at + 2] - after[at + 2]));
      if (by) spread(strength, pixel, 110 + Math.min(by, 58) * 2.5, width, height, reach);
    }
    for (let pixel = 0; pixel < width * height; pixel++) {
      const share = strength[pixel] / 255;
      if (!share) continue;
      const colour = [216, 0, 110];
      for (let i = 0; i < 3; i++) {
        data[pixel * 4 + i] = data[pixel * 4 + i] * (1 - share) + colour[i] * share;
      }
      data[pixel * 4 + 3] = 255;
    }
    context.putImageData(picture, 0, 0);
    pair.classList.add("drawn");
  }

  function spread(strength, pixel, by, width, height, reach) {
    if (!reach) { strength[pixel] = by; return; }
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    for (let row = Math.max(0, y - reach); row <= Math.min(height - 1, y + reach); row++) {
      for (let column = Math.max(0, x - reach); column <= Math.min(width - 1, x + reach); column++) {
        const place = row * width + column;
        strength[place] = Math.max(strength[place], by);
      }
    }
  }

  // MARK: Verdicts

  const choices = [["accepted", "Accept", "✓ Accepted"], ["rejected", "Reject…", "✗ Rejected"],
    ["tolerated", "Noise…", "≈ Noise"]];
  const prompts = { rejected: "Why it is a bug", tolerated: "Why nobody sees it (may stay empty)" };
  // By the number of the case: what was decided, and why.
  let verdicts = new Map();
  let isSaved = true;
  const places = new Map();
  const key = "snapreview " + hash(one(".data").textContent);

  function hash(text) {
    let sum = 5381;
    for (let at = 0; at < text.length; at++) sum = (sum * 33 + text.charCodeAt(at)) >>> 0;
    return sum.toString(36) + text.length.toString(36);
  }

  const numbers = (place) => place.dataset.cases.split(" ").map(Number);

  function make(place) {
    const choice = document.createElement("div");
    choice.className = "choice";
    for (const [decision, name] of choices) {
      const button = document.createElement("button");
      Object.assign(button, { type: "button", textContent: name });
      button.dataset.decision = decision;
      choice.append(button);
    }
    const label = document.createElement("label");
    const note = document.createElement("textarea");
    note.rows = 1;
    label.append(document.createElement("span"), note);
    const mixed = document.createElement("p");
    mixed.className = "mixed note";
    const said = document.createElement("p"); // for print
    said.className = "said";
    place.append(choice, label, mixed, said);
    for (const number of numbers(place)) {
      if (!places.has(number)) places.set(number, []);
      places.get(number).push(place);
    }
    paint(place);
  }

  function paint(place) {
    const own = numbers(place).map((number) => verdicts.get(number));
    const decision = own.every((verdict) => verdict?.decision === own[0]?.decision) ? own[0]?.decision : "mixed";
    const note = own.every((verdict) => verdict?.note === own[0]?.note) ? own[0]?.note ?? "" : "";
    for (const [name, before, after] of choices) {
      const button = one(`[data-decision=${name}]`, place);
      button.setAttribute("aria-pressed", String(name === decision));
      button.textContent = name === decision ? after : before;
    }
    const label = one("label", place);
    label.hidden = !(decision in prompts);
    label.classList.toggle("wanted", decision === "rejected" && !note.trim());
    one("span", label).textContent = prompts[decision] ?? "";
    const area = one("textarea", label);
    if (area.value !== note) area.value = note;
    const mixed = one(".mixed", place);
    mixed.hidden = decision !== "mixed";
    const counts = choices.map(([name]) => [name, own.filter((verdict) => verdict?.decision === name).length])
      .concat([["undecided", own.filter((verdict) => !verdict).length]]);
    mixed.textContent = counts.filter(([, count]) => count).map(([name, count]) => `${count} ${name}`).join(", ");
    const said = one(".said", place);
    said.textContent = decision && decision !== "mixed" ? decision + (note ? ": " + note : "") : "";
    const card = place.closest(".card");
    if (place.parentElement.parentElement === card) {
      if (decision) card.dataset.decision = decision; else delete card.dataset.decision;
    }
  }

  function decide(place, decision, note = "") {
    for (const number of numbers(place)) {
      if (decision) verdicts.set(number, { decision, note }); else verdicts.delete(number);
    }
    isSaved = verdicts.size === 0;
    new Set(numbers(place).flatMap((number) => places.get(number))).forEach(paint);
    count();
    try { localStorage.setItem(key, JSON.stringify([...verdicts])); } catch { /* private windows keep nothing */ }
  }

  function count() {
    const cards = every(".card");
    // Cards that look alike are one decision, as in the heading.
    const decisions = new Map();
    for (const card of cards) {
      const decision = card.dataset.family ?? card.id;
      const isDone = numbers(one(".verdict", card)).every((number) => verdicts.has(number));
      decisions.set(decision, isDone && (decisions.get(decision) ?? true));
    }
    const done = [...decisions.values()].filter(Boolean);
    one(".count").innerHTML = `<b>${done.length} of ${decisions.size}</b> decided`;
    every(".bar i").forEach((part, place) => {
      const own = cards.filter((card) => card.dataset.decision === choices[place][0]).length;
      part.style.width = `${100 * own / Math.max(1, cards.length)}%`;
    });
    for (const button of every(".out button")) button.disabled = verdicts.size === 0;
  }

  // By key: on the case that has the focus, then on to the next that nothing was said of.
  function decideCurrent(decision) {
    const item = current() ?? shown()[0];
    const place = item && one(item.matches(".card") ? ":scope > .about > .verdict" : ":scope > .verdict", item);
    if (!place) return;
    decide(place, decision);
    if (decision in prompts) return one("textarea", place).focus();
    if (decision) goOn(item);
  }

  function goOn(item) {
    const rest = shown();
    const isOpen = (other) => numbers(one(".verdict", other)).some((number) => !verdicts.has(number));
    (rest.slice(rest.indexOf(item) + 1).find(isOpen) ?? item).focus();
  }

  // MARK: The ways out

  function say(text) {
    one("output").textContent = text;
    clearTimeout(say.timer);
    say.timer = setTimeout(() => { one("output").textContent = ""; }, 6000);
  }

  // The file that `snapreview adopt` reads; null while a bug has no reason.
  function decisions(gap) {
    const silent = [...verdicts].find(([, verdict]) => verdict.decision === "rejected" && !verdict.note.trim());
    if (silent) {
      const place = places.get(silent[0])[0];
      goTo("#" + encodeURIComponent(place.closest(".case").id));
      one("textarea", place).focus();
      say("Say why it is a bug: whoever mends it has nothing else to go by.");
      return null;
    }
    const entries = [...verdicts].sort((a, b) => a[0] - b[0]).map(([number, verdict]) => {
      const entry = { ...cases[number], decision: verdict.decision };
      if (verdict.note.trim()) entry.note = verdict.note.trim();
      return entry;
    });
    return JSON.stringify({ schema: 1, decisions: entries }, null, gap)
      // Nothing that a terminal takes for an order, or shows in another order.
      .replace(/[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
        (sign) => "\\u" + sign.charCodeAt(0).toString(16).padStart(4, "0"));
  }

  function save() {
    const text = decisions(2);
    if (!text) return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text + "\n"], { type: "application/json" }));
    link.download = "decisions.json";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    isSaved = true;
    say("Saved. Send decisions.json to whoever has the code: it takes snapreview adopt decisions.json --all");
  }

  async function copy() {
    const text = decisions();
    if (!text) return;
    // No line of JSON is the word that ends it.
    const command = `snapreview adopt - ${words} --all <<'DECISIONS'\n${text}\nDECISIONS\n`;
    try {
      await navigator.clipboard.writeText(command);
      isSaved = true;
      say("Copied. Paste it where the code is: it holds what was decided, and applies it.");
    } catch {
      const dialog = one("dialog.text");
      one("p", dialog).textContent = "The browser does not let this page copy: press Ctrl+C or ⌘C.";
      one("textarea", dialog).value = command;
      dialog.showModal();
      one("textarea", dialog).select();
    }
  }

  // MARK: Keys, pointer, touch

  const keys = {
    j: () => step(1), k: () => step(-1), l: () => fold(false), h: () => fold(true), " ": flip,
    a: () => decideCurrent("accepted"), r: () => decideCurrent("rejected"), t: () => decideCurrent("tolerated"),
    u: () => decideCurrent(undefined), c: copy, s: save,
    ",": () => slide(edge - 5), ".": () => slide(edge + 5),
    "=": () => keepingPlace(() => body.classList.add("full")),
    "0": () => keepingPlace(() => body.classList.remove("full")),
    o: () => body.classList.toggle("bare"), "/": () => filter.focus(),
    "?": () => help.showModal(),
  };
  views.forEach((view, place) => { keys[place + 1] = () => keepingPlace(() => show(view)); });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { target } = event;
    if (target === filter) {
      if (event.key === "Escape") { filter.value = ""; sift(); }
      if (event.key === "Escape" || event.key === "Enter") filter.blur();
      return;
    }
    if (target.matches("textarea")) {
      const item = target.closest(".case");
      if (!item || (event.key !== "Escape" && (event.key !== "Enter" || event.shiftKey))) return;
      event.preventDefault();
      if (event.key === "Enter") goOn(item); else item.focus();
      return;
    }
    // A button that has the focus keeps its own keys.
    if (one("dialog[open]") || (event.key === " " && target.closest("button, summary"))) return;
    const act = Object.hasOwn(keys, event.key) && keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });

  // A mouse slides where it hovers, a finger where it is drawn across.
  document.addEventListener("pointermove", (event) => {
    const frame = body.dataset.view === "slide" && event.target.closest?.(".pair.both .frame, .pair.both");
    const box = frame && one(".frame", frame.closest(".pair")).getBoundingClientRect();
    if (box?.width) slide(((event.clientX - box.left) / box.width) * 100);
  });
  let start = null;
  document.addEventListener("pointerdown", (event) => { start = event; });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button?.closest(".verdict")) {
      const place = button.closest(".verdict");
      const isOn = button.getAttribute("aria-pressed") === "true";
      decide(place, isOn ? undefined : button.dataset.decision);
      if (!isOn && button.dataset.decision in prompts) one("textarea", place).focus();
    } else if (button?.dataset.view) {
      keepingPlace(() => show(button.dataset.view), shown().find((item) => item.getBoundingClientRect().bottom > 200));
    } else if (event.target.closest(".look .pair") && !getSelection().toString()
      && Math.hypot(event.clientX - (start?.clientX ?? 0), event.clientY - (start?.clientY ?? 0)) < 6) {
      const card = event.target.closest(".card");
      fold(one("details", card).open, card);
    }
  });
  document.addEventListener("input", (event) => {
    const place = event.target.closest(".verdict");
    if (place) decide(place, verdicts.get(numbers(place)[0])?.decision, event.target.value);
  });
  one(".copy").addEventListener("click", copy);
  one(".save").addEventListener("click", save);
  one(".keys").addEventListener("click", () => help.showModal());
  filter?.addEventListener("input", sift);
  addEventListener("hashchange", () => goTo(location.hash));
  addEventListener("beforeunload", (event) => { if (!isSaved) event.preventDefault(); });
  let folded = [];
  addEventListener("beforeprint", () => {
    folded = every("details:not([open])");
    folded.forEach((details) => { details.open = true; });
  });
  addEventListener("afterprint", () => folded.forEach((details) => { details.open = false; }));

  for (const place of every(".verdict")) make(place);
  try {
    verdicts = new Map(JSON.parse(localStorage.getItem(key) ?? "[]")
      .filter(([number]) => number < cases.length));
    every(".verdict").forEach(paint);
  } catch { /* kept by nothing, or damaged */ }
  for (const hidden of every("header [hidden], .advice [hidden]")) hidden.hidden = cases.length === 0;
  count();
  show("pair");
  goTo(location.hash);
})();
