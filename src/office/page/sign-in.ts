import {type Language, messages} from '../../core/messages/messages.js';
import type {OfficePerson} from '../../core/office/person.js';
import {cleanText} from '../../core/text/text.js';
import {fact, notice, title} from '../../views/block.js';
import type {FormBlock, PageBlock, PageField} from '../../views/office/page-block.js';
import {hidden} from '../../views/office/people.js';
import {newPasskeyOptions, passkeyOptions, takesPasskeys} from '../person/passkeys.js';
import {codesAddress} from '../person/secrets.js';

/** How a form of somebody who has not signed in is made: its token is also what a passkey signs. */
export type FormFacts = {
  readonly language: Language;
  readonly origin: URL;
  readonly token: string;
  /** Why what was sent before was refused. */
  readonly problem?: string | undefined;
};

/** Asks the browser for a passkey before the form is sent. Without it, nothing is sent that could sign anybody in. */
export const passkeyScript = `
'use strict';
const form = document.getElementById('passkey');
form?.addEventListener('submit', async event => {
  event.preventDefault();
  const field = name => form.elements.namedItem(name);
  try {
    const asked = await new Response(field('options').value).json();
    const made = asked.user
      ? await navigator.credentials.create({publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(asked)})
      : await navigator.credentials.get({publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(asked)});
    field('answer').value = JSON.stringify(made.toJSON());
  } catch {
    field('answer').value = '';
  }
  form.submit();
});
`;

const said = (problem: string | undefined): readonly PageBlock[] =>
  problem === undefined ? [] : [notice('problem', problem, {most: 9})];
const note = (id: string, text: string) => fact(id, text, {tone: 'quiet', most: 9});

function passkeyForm(
  button: string,
  {token, options, to, more = []}: {token: string; options: string; to: string; more?: readonly PageField[]},
): FormBlock {
  const fields = [hidden('token', token), hidden('do', 'passkey'), hidden('options', options), hidden('answer', '')];
  return {kind: 'form', id: 'passkey', method: 'post', to, button, fields: [...fields, ...more]};
}

export async function signInBlocks({language, origin, token, problem}: FormFacts): Promise<readonly PageBlock[]> {
  const words = messages(language).officePeople;
  const to = '/sign-in';
  const options = await passkeyOptions({origin, token});
  const passkey = takesPasskeys(origin)
    ? passkeyForm(words.withPasskey, {token, options, to})
    : note('passkey-elsewhere', words.passkeyElsewhere);
  return [
    title(words.signIn),
    ...said(problem),
    passkey,
    {
      kind: 'form',
      id: 'codes',
      method: 'post',
      to,
      button: words.signIn,
      fields: [
        hidden('token', token),
        hidden('do', 'passphrase'),
        {name: 'name', label: words.name, isRequired: true, autocomplete: 'username'},
        {name: 'passphrase', label: words.passphrase, type: 'password', autocomplete: 'current-password'},
        {name: 'code', label: words.code, note: words.codeNote, isRequired: true, autocomplete: 'one-time-code'},
      ],
    },
  ];
}

/** The page of an invitation: the first owner’s name, then what to sign in with. `secret` is that of the one-time codes. */
export async function invitationBlocks(
  {person, invitation, secret}: {readonly person: OfficePerson; readonly invitation: string; readonly secret: string},
  {language, origin, token, problem}: FormFacts,
): Promise<readonly PageBlock[]> {
  const words = messages(language).officePeople;
  const of = [hidden('token', token), hidden('invitation', invitation)];
  const form = {kind: 'form', method: 'post', to: '/enrol'} as const;
  if (person.name === '') {
    const name: PageField = {
      name: 'name',
      label: words.name,
      note: words.nameNote,
      isRequired: true,
      autocomplete: 'username',
    };
    const fields = [...of, hidden('do', 'name'), name];
    return [title(words.nameFirst), ...said(problem), {...form, id: 'name', button: words.next, fields}];
  }
  const options = await newPasskeyOptions(person, person.name, {origin, token});
  return [
    title(words.invitedTitle({name: cleanText(person.name, 60)})),
    ...said(problem),
    {kind: 'question', id: 'passkey-title', text: words.passkeyTitle},
    ...(takesPasskeys(origin)
      ? [
          note('passkey-note', words.passkeyNote),
          passkeyForm(words.passkeyAdd, {token, options, to: '/enrol', more: [hidden('invitation', invitation)]}),
        ]
      : [note('passkey-elsewhere', words.passkeyElsewhere)]),
    {kind: 'question', id: 'codes-title', text: words.codesTitle},
    {
      kind: 'code',
      id: 'codes-picture',
      text: codesAddress(secret, person.name),
      beside: [],
      tooBig: '',
      instead: [],
      isSaid: false,
    },
    fact('scan', words.scan({secret: secret.replaceAll(/.{4}(?=.)/g, '$& ')}), {most: 9}),
    {
      ...form,
      id: 'codes',
      button: words.finish,
      fields: [
        ...of,
        hidden('do', 'codes'),
        {
          name: 'passphrase',
          label: words.passphrase,
          type: 'password',
          note: words.passphraseNote,
          isRequired: true,
          autocomplete: 'new-password',
        },
        {name: 'code', label: words.codeOfApp, isRequired: true, autocomplete: 'one-time-code'},
      ],
    },
  ];
}

export function recoveryBlocks(codes: readonly string[], language: Language): readonly PageBlock[] {
  const words = messages(language).officePeople;
  return [
    title(words.recoveryTitle),
    fact('recovery-note', words.recoveryNote, {most: 9}),
    {kind: 'exact', id: 'recovery', lines: codes, onRoll: false},
    {kind: 'links', id: 'go-on', links: [{to: '/', text: words.goOn}]},
  ];
}

/** The address of an invitation, told once to whoever has made it. */
export function addressBlocks(
  {name, address}: {readonly name: string; readonly address: string},
  language: Language,
): readonly PageBlock[] {
  const words = messages(language).officePeople;
  return [
    title(words.address({name})),
    {kind: 'exact', id: 'address', lines: [address], onRoll: false},
    note('address-note', words.addressNote),
    {kind: 'links', id: 'go-on', links: [{to: '/people', text: words.goOn}]},
  ];
}
