/** The style of every page: one card, large buttons, light or dark by the reader's system. */
export const style = `
:root {
  color-scheme: light dark;
  --ink: #1b1f24; --paper: #fff; --back: #eef1f4; --soft: #57606a; --line: #d0d7de; --go: #116329; --stop: #a40e26;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e6edf3; --paper: #161b22; --back: #0d1117; --soft: #9aa4af; --line: #30363d; --go: #1a7f37; --stop: #d1242f;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; display: grid; place-items: center;
  background: var(--back); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif;
}
main {
  width: min(26rem, calc(100% - 2rem)); padding: 2rem;
  background: var(--paper); border: 1px solid var(--line); border-radius: 1rem;
}
h1 { margin: 0 0 .5rem; font-size: 1.25rem; }
p { margin: 0 0 1rem; }
small, dt { color: var(--soft); }
dl { margin: 1.25rem 0; padding: 1rem 0; border-block: 1px solid var(--line); }
dd { margin: 0 0 .75rem; overflow-wrap: anywhere; }
.amount { font-size: 1.75rem; font-weight: 700; }
label { display: block; margin: 0 0 1rem; color: var(--soft); }
input {
  display: block; width: 100%; margin: .25rem 0 0; padding: .75rem; border: 1px solid var(--line); border-radius: .6rem;
  background: var(--back); color: var(--ink); font: inherit; letter-spacing: .3em;
}
button, .button {
  display: block; width: 100%; margin: 0 0 .75rem; padding: .85rem; border: 0; border-radius: .6rem;
  background: var(--go); color: #fff; font: inherit; font-weight: 600; text-align: center; text-decoration: none;
  cursor: pointer;
}
button.decline, button.later { background: transparent; color: var(--ink); border: 1px solid var(--stop); }
button.later { border-color: var(--line); }
[role="alert"] { color: var(--stop); font-weight: 600; }
:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; }
`;
