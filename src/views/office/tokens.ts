import {momentText} from '../../core/day/business-day.js';
import {type Language, listText, messages} from '../../core/messages/messages.js';
import type {ApiToken} from '../../core/office/api.js';
import type {ShopReach} from '../../core/office/visitor.js';
import {visitorRights} from '../../core/staff/visitor-schema.js';
import {cleanText} from '../../core/text/text.js';
import {fact, title} from '../block.js';
import type {PageBlock} from './page-block.js';
import {hidden, shopsField} from './people.js';

/** The tokens of programs, each with a form that revokes it, and one that makes another. */
export function tokenBlocks(
  tokens: readonly ApiToken[],
  {language, zone, reach}: {readonly language: Language; readonly zone: string; readonly reach: ShopReach},
): readonly PageBlock[] {
  const words = messages(language).officePeople;
  const form = {kind: 'form', method: 'post', to: '/people'} as const;
  return [
    {kind: 'question', id: 'tokens', text: words.tokens.title},
    ...tokens.flatMap(({id, name, rights, shops, madeAt}): readonly PageBlock[] => [
      fact(`token-${id}`, `${cleanText(name, 60)} · ${rights.join(', ')}`, {
        note: `${shops === null ? words.allShops : listText(shops, language)} · ${momentText(madeAt, zone)}`,
      }),
      {...form, id: `revoke-${id}`, button: words.tokens.revoke, fields: [hidden('do', 'revoke'), hidden('id', id)]},
    ]),
    {
      ...{...form, id: 'token', button: words.tokens.make},
      fields: [
        hidden('do', 'token'),
        {name: 'name', label: words.tokens.program, isRequired: true},
        {name: 'rights', label: words.tokens.rights, value: visitorRights.join(', '), isRequired: true},
        shopsField(reach, {language, reach}),
      ],
    },
  ];
}

/** A new token, which is told once. */
export function describeToken(secret: string, language: Language): readonly PageBlock[] {
  const words = messages(language).officePeople;
  return [
    title(words.tokens.made),
    {kind: 'exact', id: 'secret', lines: [secret], onRoll: false},
    fact('secret-note', words.tokens.once, {tone: 'quiet', most: 9}),
    {kind: 'links', id: 'go-on', links: [{to: '/people', text: words.goOn}]},
  ];
}
