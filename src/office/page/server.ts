import {once} from 'node:events';
import {rm} from 'node:fs/promises';
import type {IncomingMessage, ServerResponse} from 'node:http';
import {type Language, languageAsked, languages, loadMessages, messages} from '../../core/messages/messages.js';
import type {Visitor} from '../../core/office/person.js';
import {problemText} from '../../core/present/problem-text.js';
import {exitCodes, Problem, type ProblemCode, problemExits} from '../../core/problem.js';
import {isLoopback} from '../../core/service/answer.js';
import type {World} from '../../core/world.js';
import {fact, title} from '../../views/block.js';
import type {FormBlock, PageBlock, PageField, PageFile} from '../../views/office/page-block.js';
import type {HeadOffice} from '../program.js';
import {addressOf, prefixOf, Senders} from '../sender.js';
import {mayTakeLong, type ServePage} from '../server.js';
import {answerApi, apiRoot, insecure, notAllowed, secretOf, sendAnswer, tooMany, unavailable} from './api.js';
import {drawPage, type PageContext, pageHeaders} from './draw.js';
import {actOn, officePagesList, pageAt, readPage, refusing} from './pages.js';
import {People, type Refused} from './people.js';
import {type Reconciler, Reconciliations} from './reconcile.js';
import {formIn, isUpload, receiveUpload, type Upload} from './upload.js';

type Parts = {
  readonly office: HeadOffice;
  readonly people: Pick<People, 'handle' | 'visitorOf'>;
  readonly world: Pick<World, 'now' | 'monotonic' | 'sleep'>;
  /** Without it, nothing can be reconciled on the pages. */
  readonly reconciliations: Reconciliations | undefined;
};

/** How many pages are made at a time, and how many more may wait: tills go on meanwhile. */
const [pagesTogether, mostWaiting] = [2, 32];
/** How many forms with files come in at a time. */
const mostReceiving = 4;
const livePaceMs = 500;
/** After this time the page is read again even if nothing has changed, for what it says about times. */
const longestQuietMs = 60_000;
const mostLive = 64;

/** Makes what answers people at an office who have signed in. */
export function officePages(
  office: HeadOffice,
  {
    world,
    reconciler,
    people = new People(office.register, world),
  }: Pick<Parts, 'world'> & Partial<Pick<Parts, 'people'>> & {readonly reconciler?: Reconciler | undefined},
): ServePage {
  const reconciliations = reconciler && new Reconciliations(reconciler, world);
  const pages = new Pages({office, world, people, reconciliations});
  return (request, response) => pages.serve(request, response);
}

class Pages {
  readonly #parts: Parts;
  readonly #senders: Senders;
  readonly #waiting: (() => void)[] = [];
  #making = 0;
  #live = 0;
  #receiving = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#senders = new Senders(parts.world);
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await loadMessages(...languages);
    const url = URL.parse(request.url ?? '', 'http://office');
    const asked = url?.searchParams.get('lang') ?? request.headers['accept-language']?.slice(0, 2);
    const context: PageContext = {
      language: languageAsked(asked),
      keepsLanguage: url?.searchParams.has('lang') === true,
      prefix: prefixOf(request),
    };
    const {language} = context;
    const isApi = url?.pathname.startsWith(`${apiRoot}/`) === true;
    if (!this.#senders.admit(addressOf(request)))
      return this.#putOff(response, isApi ? tooMany : messages(language).officePage.busy);
    await this.#parts.reconciliations?.sweep();
    const handled = await this.#parts.people.handle(request, response);
    if (handled === true) return;
    if (url === null || !isOfPage(request)) return say(response, 403, messages(language).officePage.notFound, context);
    if (isApi) return this.#api(url, request, response);
    try {
      const visitor = await this.#parts.people.visitorOf(request);
      if (visitor === undefined) return redirect(response, '/sign-in', context);
      if (handled !== false) return await this.#refuse({url, context, visitor}, handled, response);
      if (url.pathname === '/live') return await this.#stream(request, response, visitor);
      if (request.method === 'POST') await this.#act({url, context, visitor}, request, response);
      else await this.#answer({url, context, visitor, method: request.method ?? ''}, response);
    } catch (error) {
      if (response.headersSent) throw error;
      if (!(error instanceof Problem)) process.emitWarning(error as Error);
      const words = messages(language).officePage;
      const isBusy = error instanceof Problem && error.code === 'office-busy';
      say(response, 503, isBusy ? words.busy : words.unavailable, context);
    }
  }

  async #answer({url, context, visitor, method}: Asked, response: ServerResponse): Promise<void> {
    const words = messages(context.language).officePage;
    const page = method === 'GET' || method === 'HEAD' ? pageAt(url.pathname, visitor) : undefined;
    const own: PageContext = {...this.#contextFor(context, visitor, page?.name), live: '/live'};
    if (page === undefined) return say(response, 404, words.notFound, own);
    if (!(await this.#turn())) return say(response, 503, words.busy, own);
    try {
      const blocks = await readPage(url, this.#asking(context, visitor));
      if (blocks === undefined) return say(response, 404, words.notFound, own);
      if ('pieces' in blocks) return await sendFile(response, blocks);
      send(response, 200, {name: words.names[page.name], blocks}, own);
    } finally {
      this.#passTurn();
    }
  }

  /** Answers a program. Its turns and limits are those of pages, apart from tills. */
  async #api(url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const {office, world} = this.#parts;
    const secret = secretOf(request);
    if (secret === undefined) return sendAnswer(response, insecure);
    if (request.method !== 'GET') return sendAnswer(response, notAllowed);
    if (!(await this.#turn())) return sendAnswer(response, tooMany);
    try {
      const token = secret === '' ? undefined : await office.register.tokens.of(secret);
      const answer = await answerApi({url, token}, {office, now: world.now()});
      if ('pieces' in answer) await sendFile(response, answer);
      else sendAnswer(response, answer);
    } catch (error) {
      if (response.headersSent) throw error;
      sendAnswer(response, unavailable);
    } finally {
      this.#passTurn();
    }
  }

  /** Does what a form asks for, and shows what is shown once or leads back to its page. */
  async #act({url, context, visitor}: Omit<Asked, 'method'>, request: IncomingMessage, response: ServerResponse) {
    const {language} = context;
    const words = messages(language).officePage;
    const page = pageAt(url.pathname, visitor);
    const own = this.#contextFor(context, visitor, page?.name);
    const said = (status: number, text: string) => say(response, status, text, own);
    if (page === undefined) return said(404, words.notFound);
    const isFrom = (form: URLSearchParams) => form.get('token') === visitor.formToken;
    let form: URLSearchParams | undefined;
    try {
      const sent =
        page.takes !== undefined && isUpload(request) ? await this.#receive(request, page.takes, isFrom) : null;
      if (!(await this.#turn())) return said(503, words.busy);
      try {
        form = sent === null ? await formIn(request) : sent?.form;
        if (form === undefined || !isFrom(form)) return said(403, words.formOld);
        const asking = {...this.#asking(context, visitor), form, files: sent?.files ?? []};
        const done = await actOn(url, {...asking, person: visitor.name});
        if (done === false) return said(404, words.notFound);
        if (done === true) redirect(response, url.pathname + url.search, context);
        else send(response, 200, {name: words.names[page.name], blocks: done}, own);
      } finally {
        this.#passTurn();
        if (sent != null) await rm(sent.folder, {recursive: true});
      }
    } catch (error) {
      if (!(error instanceof Problem) || problemExits[error.code] === exitCodes.unreachable) throw error;
      await this.#refuse({url, context, visitor}, {problem: error, form}, response);
    }
  }

  /** Shows the page of a form again, with why it was refused and what was typed. */
  async #refuse({url, context, visitor}: Omit<Asked, 'method'>, refused: Refused, response: ServerResponse) {
    const {language} = context;
    const {names, notFound} = messages(language).officePage;
    const page = pageAt(url.pathname, visitor);
    const own = this.#contextFor(context, visitor, page?.name);
    const {code} = refused.problem;
    if (page === undefined || absent.has(code)) return say(response, 404, notFound, own);
    const read = await readPage(url, this.#asking(context, visitor));
    const blocks = read === undefined || 'pieces' in read ? [title(names[page.name])] : read;
    const status = code.startsWith('upload-too-') ? 413 : 400;
    send(response, status, {name: names[page.name], blocks: again(blocks, refused, language)}, own);
  }

  #asking({language}: PageContext, visitor: Visitor) {
    const {office, world, reconciliations} = this.#parts;
    return {office: office.seenWith(visitor.shops), language, visitor, now: world.now(), reconciliations};
  }

  /** Takes files as slowly as they come, beside the turns of pages. */
  async #receive(...given: Parameters<typeof receiveUpload>): Promise<Upload | undefined> {
    if (this.#receiving >= mostReceiving) throw new Problem('office-busy');
    this.#receiving += 1;
    try {
      mayTakeLong(given[0]);
      return await receiveUpload(...given);
    } finally {
      this.#receiving -= 1;
    }
  }

  #contextFor(context: PageContext, visitor: Visitor, here: string | undefined): PageContext {
    const words = messages(context.language).officePage;
    const places = officePagesList
      .filter(page => page.key !== undefined && page.isFor(visitor))
      .map(({name, path}) => ({to: path, text: words.names[name], isHere: name === here}));
    return {...context, places, visitor};
  }

  #passTurn(): void {
    this.#making -= 1;
    this.#waiting.shift()?.();
  }

  /** Waits for a turn to make a page; false if too many others do. */
  async #turn(): Promise<boolean> {
    if (this.#waiting.length >= mostWaiting) return false;
    if (this.#making >= pagesTogether) await new Promise<void>(resolve => this.#waiting.push(resolve));
    this.#making += 1;
    return true;
  }

  /** Refuses who asks too often, after a while and without a page: a flood waits for itself, and takes no time from tills. */
  async #putOff(response: ServerResponse, answer: typeof tooMany | string): Promise<void> {
    if (!(await this.#senders.putOff())) {
      response.destroy();
      return;
    }
    if (typeof answer !== 'string') return sendAnswer(response, answer);
    response
      .writeHead(429, {...pageHeaders, 'content-type': 'text/plain; charset=utf-8', 'retry-after': '1'})
      .end(answer);
  }

  /** Says when what the visitor sees may have changed, for as long as they are signed in and the page is open. */
  async #stream(request: IncomingMessage, response: ServerResponse, visitor: Visitor): Promise<void> {
    if (this.#live >= mostLive) {
      response.writeHead(503, {'retry-after': '60'}).end();
      return;
    }
    const {world, people} = this.#parts;
    this.#live += 1;
    const office = this.#parts.office.seenWith(visitor.shops);
    response.writeHead(200, {...pageHeaders, 'content-type': 'text/event-stream'});
    response.write('retry: 5000\n\n');
    try {
      let [mark, saidAt] = [await office.changeMark(), this.#parts.world.now()];
      while (!response.closed && !response.writableNeedDrain) {
        await world.sleep(livePaceMs);
        const next = await office.changeMark();
        const isLong = this.#parts.world.now() - saidAt >= longestQuietMs;
        if (next === mark && !isLong) continue;
        if (isLong && (await people.visitorOf(request))?.session !== visitor.session) break;
        [mark, saidAt] = [next, this.#parts.world.now()];
        response.write('event: changed\ndata:\n\n');
      }
    } finally {
      this.#live -= 1;
      response.end();
    }
  }
}

type Asked = {readonly url: URL; readonly context: PageContext; readonly visitor: Visitor; readonly method: string};

/** Whether the request names this machine as its host or was passed on by a proxy, and comes from no page of another host. */
function isOfPage({headersDistinct: {host = [], origin = []}, headers}: IncomingMessage): boolean {
  const [name = '', ...others] = host;
  const isKnown = headers['x-forwarded-for'] !== undefined || isLoopback(URL.parse(`http://${name}`)?.hostname ?? '');
  return isKnown && others.length === 0 && origin.every(from => URL.parse(from)?.host === name);
}

/** What a form may name that is not there, or not for who has sent it. */
const absent: ReadonlySet<ProblemCode> = new Set([
  'office-till-unknown',
  'office-shop-unknown',
  'office-person-unknown',
]);

const fieldsOf = ({fields, more}: FormBlock) => [...fields, ...(more?.fields ?? [])];

/** The page of a form that was refused: why, and the form as it was filled in, but for its secrets and files. */
function again(all: readonly PageBlock[], {problem, form}: Refused, language: Language): readonly PageBlock[] {
  const isOurs = (block: PageBlock): block is FormBlock =>
    block.kind === 'form' &&
    block.fields.every(
      ({type, name, value}) => type !== 'hidden' || name === 'version' || (form?.get(name) ?? '') === value,
    );
  const filled = (field: PageField): PageField =>
    ['hidden', 'password', 'file'].includes(field.type ?? '')
      ? field
      : {...field, value: form?.get(field.name) ?? field.value ?? ''};
  const blocks = all.map(block =>
    isOurs(block)
      ? {
          ...block,
          fields: block.fields.map(filled),
          ...(block.more && {more: {...block.more, fields: block.more.fields.map(filled)}}),
        }
      : block,
  );
  const text = problemText(labelled(problem, all.filter(isOurs).flatMap(fieldsOf)), language);
  return refusing(blocks, text);
}

/** A problem with what was typed into a field: called by its label, not by the option of a command. */
function labelled(problem: Problem, fields: readonly PageField[]): Problem {
  const {name, value = ''} = problem.facts;
  const option = String(name).replace(/^--/, '');
  const field = fields.find(each => option === each.name || `${option}s` === each.name);
  if (problem.code !== 'setting-invalid' || field === undefined) return problem;
  return new Problem('setting-invalid', {name: field.label, value: String(value)});
}

function redirect(response: ServerResponse, to: string, {prefix = ''}: PageContext): void {
  response.writeHead(303, {...pageHeaders, location: prefix + to}).end();
}

/** Sends a file as it is made, no faster than it is taken. */
async function sendFile(response: ServerResponse, {name, type, pieces}: PageFile): Promise<void> {
  const named = `attachment; filename="${name.replaceAll(/[^\w.-]/g, '_')}"`;
  response.writeHead(200, {...pageHeaders, 'content-type': type, 'content-disposition': named});
  for await (const piece of pieces) {
    if (response.closed) return;
    if (!response.write(piece)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
  }
  response.end();
}

function say(response: ServerResponse, status: number, text: string, context: PageContext): void {
  send(response, status, {name: 'Duka', blocks: [title('Duka'), fact('said', text)]}, context);
}

export function send(
  response: ServerResponse,
  status: number,
  {name, blocks}: {readonly name: string; readonly blocks: readonly PageBlock[]},
  context: PageContext,
): void {
  const {body, headers} = drawPage(name, blocks, context);
  response.writeHead(status, {...headers, 'content-length': Buffer.byteLength(body)}).end(body);
}
