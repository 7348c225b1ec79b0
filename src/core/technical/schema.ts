import {languages} from '../messages/messages.js';
import {
  count,
  form,
  list,
  named,
  object,
  oneOf,
  optional,
  orNull,
  positive,
  someText,
  text,
  whole,
} from '../spec/spec.js';
import {allowedValues} from '../staff/schema.js';
import {refusedList} from '../staff/signed-list.js';

const digest = named('digest', form('64 hexadecimal digits', /^[0-9a-f]{64}$/, 'A SHA-256, in small letters.'));

/** What opens a till in order to write in its journal. */
export const openers = ['screens', 'command'] as const;

const exportKinds = ['journal', 'archive', 'evidence'] as const;

const officeKey = named(
  'office key',
  form('43 characters of base64url', /^[\w-]{43}$/, 'The 32 bytes of an Ed25519 public key in base64url.'),
);

/** How alerts reach the owner of a head office. An empty text: not at all, or at no time. */
export const alertSettings = {
  to: text('the addresses that get e-mails, separated by commas'),
  server: text('the mail server, such as `mail.example.com:587`'),
  user: text('by which the server knows the office'),
  from: text('the address that e-mails come from'),
  webhook: text('the address that is called'),
  quiet: text('when nothing is sent, such as `22:00-06:00`'),
  open: text('when tills are in use, such as `08:00-20:00`'),
  language: oneOf(languages, 'in which alerts are written'),
};

const customerKey = named(
  'customer key',
  form(
    '`YYYY-MM-` and 4 hexadecimal digits',
    /^\d{4}-\d\d-[0-9a-f]{4}$/,
    'The name of a key under which customers are sealed: its month, and the beginning of its hash.',
  ),
);

/** Of what another process than the till’s noticed and left as a note. */
const noticed = {
  at: text('when it was, by the machine’s clock, as an instant'),
  unproved: optional(
    text('whose note it says that it is, without the seal of the till’s key: anybody may have written it'),
    'the note had that seal',
  ),
};

/** The form of the text that an office signs. */
export const checkpointForm =
  /^duka\.head\/1\n(?<shop>[\w-]{1,64})\/(?<till>[A-Z0-9]{1,3})\n(?<key>[0-9a-f]{16})\n(?<seq>0|[1-9]\d{0,15})\n(?<head>[0-9a-f]{64})\n(?<at>[0-9TZ:.-]{20,32})\n$/u;

export const witnessedMembers = {
  seq: positive('the line'),
  checkpoint: someText('the text that the office has signed: it names the till, the line and its hash'),
  signature: someText('of the text by the office’s key, in base64'),
  office: officeKey('by which it signed'),
};

/** The events about the till itself. None of them holds an amount of money. */
export const technicalEvents = {
  started: object(
    {
      by: oneOf(openers, 'what opened the till'),
      command: optional(someText('which command, without what it was told'), 'the screens were opened'),
      version: text('the version of Duka'),
      previousVersion: optional(text('which version had the journal before'), 'it was the same'),
      settings: optional(
        digest(
          'of the settings that matter for money, by name; the first one of a journal puts them in force, if no earlier line has',
        ),
        'it has no home, or they were changed outside of this till',
      ),
    },
    'The till was opened: at once for the screens, and for a command together with the first line that it has to write.',
  ),
  stopped: object(
    {why: oneOf(['left', 'signal', 'failure'], 'a person left, the system ended it, or it failed')},
    'The screens were closed. A start without one ended in a crash or a power cut.',
  ),
  'settings-changed': object(
    {
      by: oneOf(
        ['owner', 'outside'],
        'the owner by Duka, or somebody in the file itself or at another till of the home',
      ),
      changes: list(
        object({
          name: someText('which setting'),
          from: orNull(text('its value as JSON; of a secret, the start of a digest'), 'there was none'),
          to: orNull(text('its value now'), 'there is none any more'),
        }),
        'what changed since the settings were signed; none where that is not known',
      ),
      sha256: digest('of the settings that matter for money, by name; the owner’s are in force from here on'),
    },
    'Settings that matter for money are others now, or the owner has accepted that they are.',
  ),
  'settings-carried-over': object(
    {
      from: someText('the till of the same home in which they are in force'),
      sha256: digest('of the settings that matter for money, by name'),
    },
    'A new till in a home with others: the settings in force there are in force here. It says nothing in a till in which some are.',
  ),
  'settings-allowed': object(
    {allowed: allowedValues},
    'The owner allows what the command line or the environment says in place of settings, or a new till of the home. These values and no others may be in force, until the owner sets one of the settings or accepts the settings as they are.',
  ),
  'clock-set': object(
    {
      seconds: whole('by how much; below 0 it went back'),
      seen: oneOf(
        ['running', 'between-starts'],
        'held against a clock that only goes forward, or against the time of the line before',
      ),
    },
    'The machine’s clock jumped. Forward while the till is open, the machine may have slept instead.',
  ),
  'journal-repaired': object(
    {tornBytes: positive('of the last line, which nobody had been told of')},
    'A crash left an unfinished last line; it was cut off.',
  ),
  'journal-accepted': object(
    {why: text('the word for why the end of the journal was not proved')},
    'The person of this line has taken the lines before it as they are, although some may be missing.',
  ),
  'journal-refused': object(
    {...noticed, segment: text('the file'), line: count('the line'), why: text('the word for what is wrong with it')},
    'The journal was damaged when somebody wanted to open it; it has been mended since.',
  ),
  exported: object(
    {
      ...noticed,
      kind: oneOf(exportKinds, 'what was taken out'),
      format: text('what it was written as'),
      from: text('the first day, or the payment'),
      to: text('the last day, or the payment'),
      sha256: digest('of the bytes; of several files, of the list of their digests and names'),
    },
    'Data left the till as a file. Written down when the till next writes, since an export may run beside it.',
  ),
  'customers-shredded': object(
    {keys: list(customerKey('of a month, in UTC'), 'which are destroyed')},
    'What names the customers of these months is not to be read again: their keys are destroyed once this line is on the disk.',
  ),
  'office-joined': object(
    {
      url: someText('where the office is'),
      shop: someText('the shop’s name at the office'),
      office: officeKey('by which the office signs, as the joining code vouched for it'),
      key: officeKey('by which this till signs what it sends there'),
    },
    'The till has joined a head office: its journal is sent there from now on.',
  ),
  'attention-seen': object(
    {
      key: someText('of what needs a person, such as `open-T7K0MZ4K8Q2RD`'),
      note: someText('what was found, or what is done about it'),
    },
    'A named person at a head office has looked at something that needs one. It is in the office’s own chain of lines.',
  ),
  'alert-raised': object(
    {
      key: someText('of what needs a person'),
      level: positive('how bad it is'),
      what: someText('what it is, in the language of the alerts'),
      where: text('the till or the shop; empty: the office itself'),
    },
    'The head office tells its owner of something that needs a person, by the ways that are set. It is in the office’s own chain of lines.',
  ),
  'alerts-set': object(
    alertSettings,
    'A named person at a head office has set how its alerts reach the owner. It is in the office’s own chain of lines.',
  ),
  'office-left': object(
    {url: someText('where the office is'), office: officeKey('by which it signs')},
    'The till sends nothing to the head office any more.',
  ),
  'list-refused': object(
    {...refusedList, version: orNull(positive('which it says that it is'), 'it says none')},
    'What came as a list of the head office is not taken: the list before stays in force. Written once for each such list.',
  ),
  witnessed: object(
    witnessedMembers,
    'The head office has this journal up to a line, and has signed so. Written at most once for each business day.',
  ),
};
