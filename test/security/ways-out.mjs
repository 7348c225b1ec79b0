import {once} from 'node:events';

/** Tries, as a library that a file has taken over would, every way of Node out of this process, and prints how each of them ended. */
const {shut, outside, secret, port, parent} = JSON.parse(process.argv[2] ?? '');
const module = process.getBuiltinModule;
const require = module('node:module').createRequire(import.meta.url);
const [fs, v8, os, net] = ['node:fs', 'node:v8', 'node:os', 'node:net'].map(name => module(name));
const into = name => `${outside}/${name}`;
const opens = (emitter, event) => once(emitter, event);
const database = sqlite => new sqlite.DatabaseSync(into('database')).exec(`VACUUM INTO '${into('vacuum')}'`);
const node = ['-e', '0'];

/** By what they would reach. */
const ways = {
  files: {
    read: () => fs.readFileSync(secret),
    'read by a promise': () => fs.promises.readFile(secret),
    'read as a stream': () => opens(fs.createReadStream(secret), 'open'),
    'read as a blob': () => fs.openAsBlob(secret),
    'read as an environment': () => process.loadEnvFile(secret),
    'read as a module': () => require(secret),
    list: () => fs.readdirSync(outside),
    look: () => fs.statSync(secret),
    watch: () => fs.watch(outside),
    enter: () => process.chdir(outside),
    write: () => fs.writeFileSync(into('written'), 'x'),
    'write by a promise': () => fs.promises.appendFile(into('written'), 'x'),
    'write as a stream': () => opens(fs.createWriteStream(into('written')), 'open'),
    'make a folder': () => fs.mkdirSync(into('folder')),
    'make a temporary folder': () => fs.mkdtempSync(into('temporary')),
    copy: () => fs.copyFileSync(secret, into('copy')),
    link: () => fs.symlinkSync(secret, into('link')),
    'link hard': () => fs.linkSync(secret, into('link')),
    rename: () => fs.renameSync(secret, into('renamed')),
    remove: () => fs.rmSync(secret),
    empty: () => fs.truncateSync(secret),
    'change who may read': () => fs.chmodSync(secret, 0o777),
    'write a report': () => process.report.writeReport(into('report')),
    'write a report of a crash': () =>
      Object.assign(process.report, {reportOnFatalError: true, filename: into('crash')}),
    'write the heap': () => v8.writeHeapSnapshot(into('heap')),
    'write the heap once it is full': () => v8.setHeapSnapshotNearHeapLimit(1),
    'write what is compiled': () => v8.setFlagsFromString(`--trace-turbo-path=${outside}`),
    'write a trace': () =>
      module('node:trace_events')
        .createTracing({categories: ['node']})
        .enable(),
    'open a database': () => database(module('node:sqlite')),
    'import a database': async () => database(await import('node:sqlite')),
    'require a database': () => database(require('node:sqlite')),
    'go by WASI': () => new (module('node:wasi').WASI)({version: 'preview1', preopens: {'/': outside}}),
  },
  programs: {
    spawn: () => module('node:child_process').spawnSync(process.execPath, node),
    exec: () => module('node:child_process').execSync('true'),
    fork: () => module('node:child_process').fork(secret),
    cluster: () => module('node:cluster').fork(),
    'take its place': () => process.execve(process.execPath, [process.execPath, ...node], {}),
    thread: () => opens(new (module('node:worker_threads').Worker)('0', {eval: true}), 'exit'),
    'thread of hooks': () => module('node:module').register('data:text/javascript,'),
    'add-on': () => process.dlopen({exports: {}}, into('addon.node')),
    'required add-on': () => require(into('addon.node')),
    'foreign function': () => module('node:ffi').dlopen(null, {getpid: {arguments: [], result: 'int32'}}),
    memory: () => module('node:ffi').getUint8(4096n),
    internals: () => process.binding('fs'),
    'linked internals': () => process._linkedBinding('fs'),
  },
  others: {
    signal: () => process.kill(parent, 0),
    'signal as the system is asked': () => {
      if (process._kill(parent, 0) !== 0) throw new Error('refused');
    },
    'signal as a text': () => process.kill(`${parent}`, 0),
    'signal to all': () => process.kill(0, 0),
    'signal in the name of another': () => {
      const {pid} = process;
      process.pid = parent;
      try {
        process.kill(parent, 0);
      } finally {
        process.pid = pid;
      }
    },
    'signal by what the guard calls': () => {
      const {call} = Function.prototype;
      let found;
      Function.prototype.call = function (...given) {
        if (this.name === '_kill' || this.name === 'kill') found ??= this;
        return Reflect.apply(this, given[0], given.slice(1));
      };
      try {
        process.kill(process.pid, 0);
      } finally {
        Function.prototype.call = call;
      }
      if (found === undefined) throw new Error('refused');
      found(parent, 0);
    },
    'debugger of another': () => process._debugProcess(parent),
    debugger: () => module('node:inspector').open(0),
    'debugger of its own': () => new (module('node:inspector').Session)().connect(),
    priority: () => os.setPriority(parent, 10),
  },
  network: {
    connect: () => opens(net.connect(port, '127.0.0.1'), 'connect'),
    'connect to a socket': () => opens(net.connect(into('socket')), 'connect'),
    listen: () =>
      new Promise((resolve, reject) => {
        process.once('uncaughtException', reject);
        net.createServer().once('error', reject).listen(0, '127.0.0.1', resolve);
      }),
    http: () => opens(module('node:http').get({port, host: '127.0.0.1'}), 'response'),
    http2: () => opens(module('node:http2').connect(`http://127.0.0.1:${port}`), 'connect'),
    tls: () => opens(module('node:tls').connect(port, '127.0.0.1'), 'secureConnect'),
    fetch: () => fetch(`http://127.0.0.1:${port}`),
    websocket: () =>
      new Promise((resolve, reject) => {
        Object.assign(new WebSocket(`ws://127.0.0.1:${port}`), {onopen: resolve, onerror: reject});
      }),
    datagram: () =>
      new Promise((resolve, reject) => {
        const socket = module('node:dgram').createSocket('udp4').once('error', reject);
        socket.send('x', port, '127.0.0.1', error => (error ? reject(error) : resolve()));
      }),
    names: () => module('node:dns').promises.resolve4('localhost'),
    'names of the system': () => module('node:dns').promises.lookup('localhost'),
  },
};

(await import(shut)).shutWaysOut();
const open = [];
for (const [kind, tries] of Object.entries(ways))
  for (const [way, attempt] of Object.entries(tries)) {
    try {
      await attempt();
      open.push(`${kind}: ${way}`);
    } catch {
      // it is shut
    }
  }
process.kill(process.pid, 0); // Ink ends and stops its own process by a signal
const tried = Object.values(ways).flatMap(Object.keys).length;
process.stdout.write(JSON.stringify({open, tried}), () => process.exit());
