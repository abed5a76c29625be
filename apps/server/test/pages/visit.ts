import type { Asset, User } from '@platform/plugin-sdk'
import type { TestPlatform, TestUser } from '@platform/plugin-testing'
import { newUser } from '#server/features/users/model'

/** A page as a browser without script gets it. */
export interface Page {
  readonly status: number
  readonly html: string
  /** The whole answer, with data for scripts and search engines. */
  readonly whole: string
  readonly headers: Headers
}

/** Reads a page, signed in by cookie when a user is given. */
export async function visit(platform: TestPlatform, path: string, user?: TestUser): Promise<Page> {
  return read(await platform.http(path, { headers: { accept: 'text/html', ...cookieOf(user) } }))
}

/** Posts a form as a browser does from a page of this site, unless told another origin. */
export async function post(
  platform: TestPlatform,
  path: string,
  fields: Record<string, string>,
  { user, origin = new URL(platform.services.config.rootUrl).origin }: { user?: TestUser; origin?: string } = {},
): Promise<Page> {
  const headers = {
    accept: 'text/html',
    origin,
    'content-type': 'application/x-www-form-urlencoded',
    ...cookieOf(user),
  }
  return read(await platform.http(path, { method: 'POST', headers, body: new URLSearchParams(fields).toString() }))
}

function cookieOf(user: TestUser | undefined): Record<string, string> {
  return user ? { cookie: `authorization=${user.token}` } : {}
}

/** Data for scripts and search engines, which readers without script do not see. */
const DATA = /<script type="application\/(?:ld\+)?json".*?<\/script>/gs

async function read(response: Response): Promise<Page> {
  const whole = await response.text()
  const html = whole.replace(DATA, '')
  return { status: response.status, html, whole, headers: response.headers }
}

/** Attributes of every link whose text is as given. */
export function linksTo(html: string, text: string | RegExp): string[] {
  return [...html.matchAll(/<a\b([^>]*)>(.*?)<\/a>/gs)]
    .filter(([, , content]) => (typeof text === 'string' ? content === text : text.test(content!)))
    .map(([, attributes]) => attributes!.trim())
}

/** The address of the one link with this text. */
export function hrefOf(html: string, text: string | RegExp): string {
  const [attributes] = linksTo(html, text)
  const href = attributes && /href="([^"]*)"/.exec(attributes)?.[1]
  if (!href) throw new Error(`no link ${String(text)} in ${html}`)
  return href.replaceAll('&amp;', '&')
}

/** A user whose name no form would accept, as an import can bring one. */
export async function importUser({ services }: TestPlatform, username: string): Promise<TestUser> {
  const user: User = newUser(
    { id: crypto.randomUUID(), username, profiles: [{ provider: 'import', id: username }] },
    new Date(),
  )
  await services.docstore.collection<User>('users').insertOne(user)
  return { user, token: (await services.tokens.sign({ kind: 'session', userId: user.id })).token }
}

/** Gives a discussion a title, or another address, whatever it is. */
export async function changeAsset({ services }: TestPlatform, { id }: Asset, change: Partial<Asset>): Promise<void> {
  await services.docstore.collection<Asset>('assets').updateOne({ id }, { $set: change })
  services.revisions.bump('assets', `asset:${id}`)
}
