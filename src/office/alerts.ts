import {createHash} from 'node:crypto';
import {type Language, loadMessages, messages} from '../core/messages/messages.js';
import {
  type Alert,
  type AlertClock,
  type AlertSettings,
  type AlertWay,
  afterSending,
  alertSettingsSpec,
  alertSettingsWith,
  alertWays,
  decideAlerts,
  noAlerts,
  type RaisedAlert,
  raisedAlertSpec,
  serverOf,
  waysOf,
} from '../core/office/alert.js';
import {personSaid} from '../core/payment/said.js';
import {problemText} from '../core/present/problem-text.js';
import {Problem} from '../core/problem.js';
import {object, orNull, text} from '../core/spec/spec.js';
import type {World} from '../core/world.js';
import {alertText} from '../views/office/needs.js';
import type {Database} from './database.js';
import {Kept} from './kept.js';
import type {OfficeKey} from './key.js';
import type {OfficeSeal} from './person/secrets.js';
import {isRecorded, recordFacts} from './records.js';

const settingsSpec = object({
  settings: alertSettingsSpec,
  sealed: orNull(text('of the mail server'), 'it asks for none'),
});
const settingsId = 'settings';
/** For how long nobody else sends what is being sent. */
const sendingMs = 5 * 60_000;
const webhookPatienceMs = 10_000;

type Alerting = {readonly database: Database; readonly key: OfficeKey; readonly world: Pick<World, 'now'>};
type Sending = {readonly settings: AlertSettings; readonly sealed: string | null; readonly alerts: readonly Alert[]};

/** The alerts of an office: how they reach its owner, which were raised, and what is still to be sent. */
export class Alerts {
  readonly #parts: Alerting;
  readonly #seal: OfficeSeal;
  readonly #settings: Kept<{settings: AlertSettings; sealed: string | null}>;
  readonly #raised: Kept<RaisedAlert>;

  constructor(parts: Alerting, seal: OfficeSeal) {
    this.#parts = parts;
    this.#seal = seal;
    this.#settings = new Kept(parts.database, {kind: 'alert-setting', spec: settingsSpec, seal});
    this.#raised = new Kept(parts.database, {kind: 'alert', spec: raisedAlertSpec, seal});
  }

  /** Throws `Problem` office-database-failed if those that a person has set are not there as they were stored. */
  async settings(): Promise<AlertSettings> {
    return (await this.#stored()).settings;
  }

  /** Sets what was typed. `language` is that of the alerts if none was set yet. Throws as `alertSettingsWith` and `personSaid` do. */
  async set(
    typed: Parameters<typeof alertSettingsWith>[1],
    {
      person: name,
      password,
      language,
    }: {readonly person: string; readonly password?: string | undefined; readonly language: Language},
  ): Promise<AlertSettings> {
    const person = personSaid(name);
    return this.#settings.change(async (client, [known]) => {
      const settings = alertSettingsWith(known?.record.settings ?? {...noAlerts, language}, typed);
      const isNew = settings.user !== known?.record.settings.user || settings.server !== known?.record.settings.server;
      const kept = isNew ? null : (known?.record.sealed ?? null);
      const sealed = password ? this.#seal.sealed(password) : kept;
      await this.#settings.put(client, settingsId, {settings, sealed});
      await recordFacts(client, this.#parts.world.now(), [{type: 'alerts-set', person, data: settings}]);
      return settings;
    });
  }

  /** What was raised and is not forgotten, newest first. */
  async raised(): Promise<readonly RaisedAlert[]> {
    return (await this.#raised.all()).map(({record}) => record).sort((a, b) => b.raisedAt - a.raisedAt);
  }

  /** Raises what is new or has become worse, each as a line of the office’s chain, if there is a way to tell anybody. */
  async raise(alerts: readonly Alert[], clock: AlertClock): Promise<void> {
    const settings = await this.settings();
    if (waysOf(settings).length === 0) return;
    await this.#raised.change(async (client, known) => {
      const decided = decideAlerts(
        known.map(({record}) => record),
        alerts,
        {settings, ...clock},
      );
      const events = decided.raised.map(({key, level, what, where}) => ({
        type: 'alert-raised' as const,
        person: 'office',
        data: {key, level, what, where},
      }));
      if (events.length > 0) await recordFacts(client, clock.now, events);
      for (const each of [...decided.raised, ...decided.kept]) await this.#raised.put(client, each.key, each);
      await this.#raised.remove(client, decided.gone);
    });
  }

  /** Sends what is due, all of it in one message by each way. */
  async deliver(): Promise<void> {
    const due = await this.#claim();
    for (const way of alertWays) {
      const alerts = due.filter(({waits}) => waits.includes(way));
      if (alerts.length === 0) continue;
      const trouble = await this.#send(way, {...(await this.#stored()), alerts});
      const now = this.#parts.world.now();
      await this.#raised.change(async (client, known) => {
        for (const {key, level} of alerts) {
          const own = known.find(({record}) => record.key === key && record.level === level);
          if (own === undefined) continue;
          await this.#raised.put(client, key, afterSending(own.record, way, {...(trouble !== null && {trouble}), now}));
        }
      });
    }
  }

  /** Sends a test by every way that is set. Throws `Problem` alert-no-way, alert-unsent. */
  async sendTest(): Promise<void> {
    const {settings, sealed} = await this.#stored();
    if (waysOf(settings).length === 0) throw new Problem('alert-no-way');
    await loadMessages(settings.language);
    const {test} = messages(settings.language).officePage.alerts;
    const alert = {key: 'test', level: 1, what: test, where: '', since: '', now: ''};
    await this.#parts.database.transaction(client =>
      recordFacts(client, this.#parts.world.now(), [
        {type: 'alert-raised', person: 'office', data: {key: 'test', level: 1, what: test, where: ''}},
      ]),
    );
    for (const way of waysOf(settings)) {
      const trouble = await this.#send(way, {settings, sealed, alerts: [alert]});
      if (trouble !== null) throw new Problem('alert-unsent', {text: trouble});
    }
  }

  async #stored(): Promise<{readonly settings: AlertSettings; readonly sealed: string | null}> {
    const [known] = await this.#settings.all();
    if (known === undefined && (await isRecorded(this.#parts.database, 'alerts-set')))
      throw new Problem('office-database-failed', {text: 'office_record'});
    return known?.record ?? {settings: noAlerts, sealed: null};
  }

  /** What is to be sent now. Another process of the office leaves it alone meanwhile. */
  async #claim(): Promise<readonly RaisedAlert[]> {
    const now = this.#parts.world.now();
    return this.#raised.change(async (client, known) => {
      const due = known
        .map(({record}) => record)
        .filter(({waits, dueAt, goneAt}) => waits.length > 0 && goneAt === null && dueAt <= now);
      for (const each of due) await this.#raised.put(client, each.key, {...each, dueAt: now + sendingMs});
      return due;
    });
  }

  /** Null if it was sent, else why it could not be. */
  async #send(way: AlertWay, sending: Sending): Promise<string | null> {
    try {
      await (way === 'mail' ? this.#mail(sending) : this.#call(sending));
      return null;
    } catch (error) {
      return error instanceof Problem ? problemText(error, sending.settings.language) : causeOf(error);
    }
  }

  async #mail({settings, sealed, alerts}: Sending): Promise<void> {
    const {openMail} = await import('../print/mail.js');
    const {user, to, language} = settings;
    const from = settings.from || (user.includes('@') ? user : (to.split(',')[0] ?? ''));
    const login = {user: user || undefined, password: sealed === null ? undefined : this.#seal.opened(sealed)};
    const connection = await openMail({...serverOf(settings.server), ...login}, new AbortController().signal);
    try {
      for (const each of to.split(',')) {
        const id = `<${idOf(alerts)}.${idOf([{key: each, level: 0}])}@duka.office>`;
        const message = {id, from, sender: 'Duka', to: each, ...alertText(alerts, language)};
        const {outcome, text: said} = await connection.send(message);
        if (outcome !== 'accepted' && outcome !== 'unknown') throw new Error(said);
      }
    } finally {
      connection.close();
    }
  }

  /** Calls the address, as Standard Webhooks have it, signed with the office’s own key: its public key proves who calls. */
  async #call({settings, alerts}: Sending): Promise<void> {
    const {key, world} = this.#parts;
    const now = world.now();
    const at = Temporal.Instant.fromEpochMilliseconds(now).toString({smallestUnit: 'second'});
    const told = alerts.map(({key: of, level, what, where, since, now: todo}) => ({
      key: of,
      level,
      what,
      where,
      since,
      todo,
    }));
    const body = JSON.stringify({schema: 'duka.alerts/1', at, office: key.publicKey, alerts: told});
    const [id, timestamp] = [`${idOf(alerts)}`, String(Math.floor(now / 1000))];
    const response = await fetch(settings.webhook, {
      method: 'POST',
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(webhookPatienceMs),
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1a,${key.sign(`${id}.${timestamp}.${body}`)}`,
      },
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
  }
}

/** The same for the same alerts at every attempt, so that a receiver recognises them. */
const idOf = (alerts: readonly Pick<Alert, 'key' | 'level'>[]): string =>
  createHash('sha256')
    .update(JSON.stringify(alerts.map(({key, level}) => [key, level])))
    .digest('hex')
    .slice(0, 32);

function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}
