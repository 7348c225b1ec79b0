/**
 * Protects the memory of this process. On SIGUSR1 Node opens its debugger to every user of the machine, unless the program listens for the
 * signal. Its reports would contain the environment, with the key. Runs on Node 18.
 */
export function guardMemory(): void {
  process.on('SIGUSR1', () => undefined);
  Object.assign(process.report ?? {}, {excludeEnv: true});
}

/**
 * With these variables, Node prints the data that it handles, including the key and cards, writes what it ran into a folder, sends requests
 * through a proxy of the environment, or trusts the certificates of a file.
 */
const telling = [
  ...['NODE_DEBUG', 'NODE_DEBUG_NATIVE', 'NODE_V8_COVERAGE', 'NODE_USE_ENV_PROXY'],
  ...['SSL_CERT_FILE', 'SSL_CERT_DIR'],
];
/**
 * The options of Node that only set how much memory it uses, what it warns about and which further certificates it trusts, spelt as in
 * Node's manual. Every other option is removed, however it is spelt: Node also reads `_` as `-`, quotation marks and backslashes, and each
 * version adds options.
 */
const harmlessOption =
  /^--(?:max-(?:old|semi)-space-size=\d+|no-(?:warnings|deprecation)|use-(?:system|openssl|bundled)-ca)$/;

/**
 * Removes from the environment what makes Node disclose its data. Returns true if there was something: Node read it at its start, so only a
 * new process is free of it. For a review, options in the environment confine the single executable file, and stay: when Node refuses the
 * network and other programs, there is nobody to disclose to. Runs on Node 18.
 */
export function hush(environment: NodeJS.ProcessEnv): boolean {
  const said = (!isConfined() && environment['NODE_OPTIONS']?.match(/\S+/g)) || [];
  const kept = said.filter(option => harmlessOption.test(option));
  const found = telling.filter(name => environment[name]);
  for (const name of found) delete environment[name];
  if (kept.length < said.length) environment['NODE_OPTIONS'] = kept.join(' ');
  return kept.length < said.length || found.length > 0;
}

/** Whether Node was started with the options of `confinement`. */
export const isConfined = (): boolean => process.permission?.has('net') === false && !process.permission.has('child');
