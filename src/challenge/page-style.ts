/** The style of the page: the payment and its state in two lines, and the bank in the rest of the window. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --ink: #1b1f24; --paper: #fff; --soft: #57606a; --quiet: #eef1f4; --line: #d0d7de;
  --good: #116329; --bad: #a40e26; --odd: #7d4e00;
}
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6edf3; --paper: #0d1117; --soft: #9aa4af; --quiet: #161b22; --line: #30363d; }
}
* { box-sizing: border-box; }
[hidden] { display: none; }
body {
  margin: 0; min-height: 100vh; min-height: 100dvh; display: flex; flex-direction: column;
  background: var(--paper); color: var(--ink); font: 1rem/1.4 system-ui, sans-serif;
}
header {
  display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 1rem; padding: .75rem 1rem; overflow-wrap: anywhere;
}
h1, p { margin: 0; }
h1 { flex-basis: 100%; font-size: 1.75rem; line-height: 1.25; }
.shop { font-weight: 600; }
.reference { color: var(--soft); font-size: .875rem; }
[role=status] {
  padding: .65rem 1rem; background: var(--quiet); border-block: 1px solid var(--line); font-size: 1.1rem; font-weight: 600;
}
[data-standing=paid] { background: var(--good); color: #fff; }
[data-standing=not-paid] { background: var(--bad); color: #fff; }
[data-standing=needs-person], [data-standing=gone] { background: var(--odd); color: #fff; }
/* Where the bank needs more than a phone has, the lines above it are as wide as it is. */
body:has(iframe:not([hidden])) { min-width: 390px; }
iframe { flex: 1 0 400px; width: 100%; min-width: 390px; border: 0; background: #fff; }
form p { max-width: 40rem; padding: 1rem; }
button {
  margin: 0 1rem 1rem; padding: .85rem 1.5rem; border: 0; border-radius: .6rem;
  background: var(--good); color: #fff; font: inherit; font-weight: 600; cursor: pointer;
}
:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; }
`;
