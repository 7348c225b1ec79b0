import type {IncomingMessage, ServerResponse} from 'node:http';
import {type Language, languageAsked, messages} from '../../core/messages/messages.js';
import {rightsTyped, type Visitor} from '../../core/office/person.js';
import {problemText} from '../../core/present/problem-text.js';
import {Problem} from '../../core/problem.js';
import type {World} from '../../core/world.js';
import {fact, title} from '../../views/block.js';
import type {PageBlock} from '../../views/office/page-block.js';
import {describeToken} from '../../views/office/people.js';
import {Busy, JoinQueue} from '../commit.js';
import {browserOf, type GivenProof, type SignInResult} from '../person/doorkeeper.js';
import {newPasskey} from '../person/passkeys.js';
import type {ChosenMeans, Register} from '../person/register.js';
import {hashedPassphrase, isSame, stepOfCode} from '../person/secrets.js';
import {originOf, prefixOf} from '../sender.js';
import {bodyOf} from '../server.js';
import {drawPage, pageHeaders} from './draw.js';
import {
  addressBlocks,
  type FormFacts,
  invitationBlocks,
  passkeyScript,
  recoveryBlocks,
  signInBlocks,
} from './sign-in.js';

const longestForm = 64 * 1024;
const shortestPassphrase = 12;
const longestPassphrase = 256;
const paths: ReadonlySet<string> = new Set(['/sign-in', '/enrol', '/sign-out', '/people', '/you']);

/** What somebody asks for, under which address, and in which language. `form` is empty unless one was sent. */
type Asked = {
  readonly request: IncomingMessage;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly isPost: boolean;
  readonly form: URLSearchParams;
  readonly origin: URL;
  readonly language: Language;
};
type Answer = {
  readonly status: number;
  readonly name?: string;
  readonly blocks?: readonly PageBlock[];
  /** The page of the office that it leads to. */
  readonly to?: string;
  readonly headers?: Readonly<Record<string, string>>;
};
/** A form that was not done as it asks; without `form` if it never came whole. */
export type Refused = {readonly problem: Problem; readonly form: URLSearchParams | undefined};

/** Signs people in to an office and out, and changes who they are and what they may do. Everything else is for visitors. */
export class People {
  readonly register: Register;
  readonly #queue: JoinQueue;

  constructor(register: Register, world: Pick<World, 'monotonic'>) {
    this.register = register;
    this.#queue = new JoinQueue(world);
  }

  /** Who has signed in and sends this request; undefined if nobody has. */
  visitorOf(request: IncomingMessage): Promise<Visitor | undefined> {
    return this.register.door.visitorOf(request);
  }

  /** Answers a request for one of these pages; false if it is for something else. A form of visitors that is refused is left to its page. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<boolean | Refused> {
    const url = URL.parse(request.url ?? '', 'http://office');
    const isPost = request.method === 'POST';
    const isForVisitors = url?.pathname === '/people' || url?.pathname === '/you';
    if (url === null || !paths.has(url.pathname) || (isForVisitors && !isPost)) return false;
    const language = languageAsked(url.searchParams.get('lang') ?? request.headers['accept-language']?.slice(0, 2));
    const prefix = prefixOf(request) ?? '';
    const answer = await this.#answerTo(request, {url, isPost, language});
    if ('problem' in answer) return answer;
    const {status, name = 'Duka', blocks, to, headers} = answer;
    const page = blocks === undefined ? undefined : drawPage(name, blocks, {language, prefix, script: passkeyScript});
    const location = to === undefined ? {} : {location: prefix + to};
    response.writeHead(status, {...pageHeaders, ...page?.headers, ...location, ...headers});
    response.end(page?.body);
    return true;
  }

  async #answerTo(
    request: IncomingMessage,
    {url, isPost, language}: {readonly url: URL; readonly isPost: boolean; readonly language: Language},
  ): Promise<Answer | Refused> {
    const words = messages(language).officePeople;
    const origin = originOf(request);
    let form: URLSearchParams | undefined;
    if (origin === undefined) return says(403, words.insecure);
    if (isPost && request.headers.origin !== origin.origin) return says(403, words.foreign);
    try {
      const body = isPost ? await bodyOf(request, longestForm) : Buffer.alloc(0);
      if (body === undefined) return says(413, words.foreign);
      form = new URLSearchParams(body.toString());
      return await this.#route({request, origin, isPost, form, language, path: url.pathname, query: url.searchParams});
    } catch (error) {
      if (error instanceof Busy) return says(429, words.busy, {'retry-after': '5'});
      if (error instanceof Problem && !error.code.startsWith('office-database')) return {problem: error, form};
      return says(503, messages(language).officePage.unavailable, {'retry-after': '60'});
    }
  }

  async #route(asked: Asked): Promise<Answer> {
    const {path, isPost, request} = asked;
    if (path === '/enrol') return this.#queue.run(() => (isPost ? this.#enrol(asked) : this.#invitation(asked)));
    const visitor = await this.register.door.visitorOf(request);
    if (path === '/sign-in') {
      if (!isPost) return visitor === undefined ? this.#signInPage(asked, 200) : redirect('/');
      return this.#queue.run(() => this.#signIn(asked, visitor));
    }
    if (!isPost || visitor === undefined) return redirect('/sign-in');
    if (!isSame(asked.form.get('token') ?? '', visitor.formToken)) {
      return says(403, messages(asked.language).officePeople.foreign);
    }
    if (path === '/people') return this.#changePeople(asked, visitor);
    if (path === '/you') return this.#changeOwn(asked, visitor);
    await this.register.door.signOut(request, visitor);
    return redirect('/sign-in', {'set-cookie': this.register.door.cookie(undefined, asked.origin)});
  }

  #facts({language, origin}: Asked, problem?: string): FormFacts {
    return {language, origin, token: this.register.door.freshToken(), problem};
  }

  #timeText(): string {
    return Temporal.Instant.fromEpochMilliseconds(this.register.now()).toString().slice(0, 16).replace('T', ' ');
  }

  async #signInPage(asked: Asked, status: number, problem?: string): Promise<Answer> {
    const {signIn} = messages(asked.language).officePeople;
    return {status, name: signIn, blocks: await signInBlocks(this.#facts(asked, problem))};
  }

  async #signIn(asked: Asked, before: Visitor | undefined): Promise<Answer> {
    const {form, origin, request, language} = asked;
    const {door} = this.register;
    const field = (name: string) => (form.get(name) ?? '').slice(0, longestForm);
    const shared = {token: field('token'), origin, browser: browserOf(request)};
    const given: GivenProof =
      field('do') === 'passkey'
        ? {...shared, answer: field('answer')}
        : {...shared, name: field('name').slice(0, 200), passphrase: cut(field('passphrase')), code: field('code')};
    const done = await door.signIn(given);
    if (done.kind === 'signed-in') {
      if (before !== undefined) await door.signOut(request, before);
      return redirect('/', {'set-cookie': door.cookie(done.secret, origin)});
    }
    return this.#signInPage(asked, done.kind === 'waits' ? 429 : 401, this.#refusalText(done, language));
  }

  #refusalText(done: Exclude<SignInResult, {kind: 'signed-in'}>, language: Language): string {
    const words = messages(language).officePeople;
    switch (done.kind) {
      case 'stale':
        return words.stale;
      case 'wrong':
        return words.wrong({time: this.#timeText()});
      case 'wrong-passkey':
        return words.passkeyMissing;
      case 'waits':
        return words.waits({minutes: done.minutes});
    }
  }

  async #invitation(asked: Asked, problem?: string): Promise<Answer> {
    const {language, query, form} = asked;
    const invitation = query.get('code') ?? form.get('invitation') ?? '';
    const person = await this.register.invitedBy(invitation);
    if (person === undefined) return says(404, messages(language).officePeople.gone);
    const secret = this.register.seal.secretFor(invitation);
    const blocks = await invitationBlocks({person, invitation, secret}, this.#facts(asked, problem));
    return {status: problem === undefined ? 200 : 422, blocks};
  }

  async #enrol(asked: Asked): Promise<Answer> {
    const {form, origin, request, language} = asked;
    const words = messages(language).officePeople;
    const {register} = this;
    const invitation = form.get('invitation') ?? '';
    if (!(await register.door.takesToken(form.get('token') ?? ''))) return this.#invitation(asked, words.stale);
    const person = await register.invitedBy(invitation);
    if (person === undefined) return says(404, words.gone);
    if (person.name === '') {
      try {
        await register.nameFirst(invitation, form.get('name') ?? '');
        return await this.#invitation(asked);
      } catch (error) {
        if (error instanceof Problem) return this.#invitation(asked, problemText(error, language));
        throw error;
      }
    }
    const means = await this.#meansIn(asked, invitation);
    if (typeof means === 'string') return this.#invitation(asked, means);
    const done = await register.enrol(invitation, means, browserOf(request));
    if (done === undefined) return says(404, words.gone);
    const headers = {'set-cookie': register.door.cookie(done.secret, origin)};
    return {status: 200, name: words.recoveryTitle, blocks: recoveryBlocks(done.codes, language), headers};
  }

  /** What somebody has chosen to sign in with, or why it cannot be that. */
  async #meansIn({form, origin, language}: Asked, invitation: string): Promise<ChosenMeans | string> {
    const words = messages(language).officePeople;
    const now = this.register.now();
    if (form.get('do') === 'passkey') {
      const made = {origin, token: form.get('token') ?? ''};
      const passkey = await newPasskey(form.get('answer') ?? '', made, now);
      return passkey === undefined ? words.passkeyMissing : {passkey};
    }
    const {seal} = this.register;
    const passphrase = cut(form.get('passphrase') ?? '');
    if ([...passphrase].length < shortestPassphrase) return words.passphraseShort;
    const secret = seal.secretFor(invitation);
    const step = stepOfCode(form.get('code') ?? '', secret, now);
    if (step === undefined) return words.codeWrong({time: this.#timeText()});
    return {passphrase: await hashedPassphrase(passphrase), sealed: seal.sealed(secret), step};
  }

  async #changePeople({form, origin, language}: Asked, visitor: Visitor): Promise<Answer> {
    const register = this.register.within(visitor.shops);
    const words = messages(language).officePeople;
    if (visitor.role !== 'owner') return says(404, messages(language).officePage.notFound);
    const field = (name: string) => form.get(name) ?? '';
    const id = field('id');
    const invite = (code: string, name: string): Answer => {
      const address = `${origin.href}enrol?code=${code}`;
      return {status: 200, name: words.people, blocks: addressBlocks({name, address}, language)};
    };
    switch (field('do')) {
      case 'add':
        return invite(await register.add(field('name'), rightsIn(form), visitor.name), field('name').trim());
      case 'reset':
        return invite(await register.reset(id, visitor.name), (await register.person(id))?.name ?? '');
      case 'rights':
        await register.setRights(id, {...rightsIn(form), version: Number(field('version'))}, visitor.name);
        return redirect(`/people/${encodeURIComponent(id)}`);
      case 'remove':
        await register.remove(id, Number(field('version')), visitor.name);
        return redirect('/people');
      case 'token': {
        const {shops} = rightsTyped('viewer', field('shops'));
        const secret = await register.tokens.make(field('name'), {rights: field('rights'), shops}, visitor.name);
        return {status: 200, name: words.people, blocks: describeToken(secret, language)};
      }
      case 'revoke':
        await register.tokens.revoke(id, visitor.name);
        return redirect('/people');
      case 'end':
        await register.endSession(field('session'));
        return redirect('/people');
      default:
        return says(404, messages(language).officePage.notFound);
    }
  }

  async #changeOwn({form, request, language}: Asked, {person}: Visitor): Promise<Answer> {
    const {register} = this;
    const words = messages(language).officePeople;
    if (form.get('do') === 'end') {
      await register.endSession(form.get('session') ?? '', person);
      return redirect('/you');
    }
    const visitor = await register.door.visitorOf(request);
    if (visitor?.isFresh !== true) return says(403, words.freshNeeded);
    return redirect(`/enrol?code=${await register.inviteAgain(person)}`);
  }
}

/** A passphrase as it is used: whatever comes after the longest one would only cost time. */
const cut = (passphrase: string): string => passphrase.slice(0, longestPassphrase);

const rightsIn = (form: URLSearchParams): ReturnType<typeof rightsTyped> =>
  rightsTyped(form.get('role') ?? '', form.get('shops') ?? '');

const redirect = (to: string, headers = {}): Answer => ({status: 303, to, headers});
const says = (status: number, text: string, headers = {}): Answer => ({
  status,
  headers,
  blocks: [title('Duka'), fact('said', text, {most: 9})],
});
