/** What the sandbox's bank shows, followed by hand: forms are posted and redirects followed as a browser does it. */
export type BankPage = {
  readonly text: string;
  /** Posts the form whose action ends so. */
  readonly submit: (
    ending: 'approve' | 'decline' | 'later',
    fields?: Readonly<Record<string, string>>,
  ) => Promise<BankPage>;
};

/** The addresses that a command has told for the bank's page. */
export const linksIn = (said: string): readonly string[] => said.match(/http:\/\/\S+:\d+\/[\w-]{43}/g) ?? [];

/** Opens the till's page and goes where its form leads: to the bank. */
export async function goToBank(link: string): Promise<BankPage> {
  const page = await (await fetch(link)).text();
  const [action, creq] = [/<form method="post" action="([^"]*)"/, /name="creq" value="([^"]*)"/].map(
    part => part.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '',
  );
  if (!action || !creq) throw new Error(`no form on ${link}`);
  return post(action, {creq});
}

/** Tells the till's page what a bank's frame says when it is finished; it makes the till ask and no more. */
export async function tellTill(link: string): Promise<void> {
  const {status} = await fetch(`${link}/message`, {method: 'POST', headers: {Origin: new URL(link).origin}});
  if (status !== 200) throw new Error(`the till's page answered ${status}`);
}

async function post(address: string, fields: Readonly<Record<string, string>>): Promise<BankPage> {
  const response = await fetch(address, {method: 'POST', body: new URLSearchParams(fields)});
  const text = await response.text();
  return {
    text,
    submit: (ending, given = {}) => {
      const action = new RegExp(`<form method="post" action="([^"]*/${ending})"`).exec(text)?.[1];
      if (action === undefined) throw new Error(`the bank's page has no form for ${ending}: ${text}`);
      return post(new URL(action, response.url).href, given);
    },
  };
}
