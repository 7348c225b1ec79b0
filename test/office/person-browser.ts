import {once} from 'node:events';
import {type IncomingMessage, request} from 'node:http';
import {Secret, TOTP} from 'otpauth';

/** What a page of an office answers to. `text` is what a person reads, without markup. */
export type PageAnswer = {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly text: string;
};

type BrowserOptions = {
  readonly url: string;
  /** What the proxy in front says, if there is one. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly host?: string;
  readonly agent?: string;
};

/** `under` is the path of the office. */
type Enrolling = {name?: string; passphrase: string; now: number; under?: string};

/** A browser that knows nothing but forms and cookies. */
export class PersonBrowser {
  readonly #options: BrowserOptions;
  readonly cookies = new Map<string, string>();
  last: PageAnswer = {status: 0, headers: {}, body: '', text: ''};

  constructor(options: BrowserOptions) {
    this.#options = options;
  }

  get origin(): string {
    const {url, host = new URL(url).host.replace('127.0.0.1', 'localhost'), headers = {}} = this.#options;
    return `${headers['x-forwarded-proto'] ?? 'http'}://${host}`;
  }

  /** The value of a hidden field of the page that is shown. */
  hidden(name: string, form = ''): string {
    const of =
      form === '' ? this.last.body : (this.last.body.split(`<form id="${form}"`)[1]?.split('</form>')[0] ?? '');
    return new RegExp(`name="${name}" value="([^"]*)"`).exec(of)?.[1] ?? '';
  }

  open(path: string, headers: Readonly<Record<string, string>> = {}): Promise<PageAnswer> {
    return this.#ask('GET', path, '', headers);
  }

  send(
    path: string,
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<PageAnswer> {
    return this.#ask('POST', path, new URLSearchParams(fields).toString(), {
      origin: this.origin,
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    });
  }

  /** Sends a form with a file. */
  upload(
    path: string,
    fields: Readonly<Record<string, string>>,
    file: {readonly field: string; readonly name: string; readonly text: string},
  ): Promise<PageAnswer> {
    const part = (name: string, more: string, text: string) =>
      `--b\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${text}\r\n`;
    const parts = Object.entries(fields).map(([name, text]) => part(name, '', text));
    const body = `${parts.join('')}${part(file.field, `; filename="${file.name}"`, file.text)}--b--\r\n`;
    return this.#ask('POST', path, body, {origin: this.origin, 'content-type': 'multipart/form-data; boundary=b'});
  }

  async #ask(method: string, path: string, body: string, more: Readonly<Record<string, string>>): Promise<PageAnswer> {
    const {url, headers, agent = 'A browser'} = this.#options;
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const sending = request(`${url}${path}`, {
      method,
      headers: {
        host: new URL(this.origin).host,
        'user-agent': agent,
        'accept-language': 'en',
        'content-length': Buffer.byteLength(body),
        ...(cookie !== '' && {cookie}),
        ...headers,
        ...more,
      },
    });
    sending.end(body);
    const [response] = (await once(sending, 'response')) as [IncomingMessage];
    const text = Buffer.concat(await Array.fromAsync<Buffer>(response)).toString();
    for (const given of response.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(given) ?? [];
      if (given.includes('Max-Age=0')) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const read = (/<main[^>]*>([\s\S]*)<\/main>/.exec(text)?.[1] ?? '')
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ');
    this.last = {status: response.statusCode ?? 0, headers: response.headers, body: text, text: read.trim()};
    return this.last;
  }

  /** Opens the address of an invitation and sets a passphrase with one-time codes. Returns what signs in later. */
  async enrol(code: string, {name, passphrase, now, under = ''}: Enrolling) {
    const to = `${under}/enrol`;
    await this.open(`${to}?code=${code}`);
    const of = () => ({token: this.hidden('token', name === undefined ? 'codes' : ''), invitation: code});
    if (name !== undefined) await this.send(to, {...of(), do: 'name', name});
    const secret = /type this into it: ([A-Z2-7 ]+)/.exec(this.last.text)?.[1]?.replaceAll(' ', '') ?? '';
    const codes = (at: number) => new TOTP({secret: Secret.fromBase32(secret)}).generate({timestamp: at});
    await this.send(to, {
      token: this.hidden('token', 'codes'),
      invitation: code,
      do: 'codes',
      passphrase,
      code: codes(now),
    });
    const recovery = this.last.text.match(/[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}/g) ?? [];
    return {codes, recovery};
  }

  async signIn(name: string, passphrase: string, code: string): Promise<PageAnswer> {
    await this.open('/sign-in');
    return this.send('/sign-in', {token: this.hidden('token', 'codes'), do: 'passphrase', name, passphrase, code});
  }
}
