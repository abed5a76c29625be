import type { TestPlatform, TestUser } from '@platform/plugin-testing'
import { settings } from '@platform/server/services/settings'
import { users as external } from '@platform/server/services/users'
import { ask, type Person, text } from './ask.ts'
import { commentOnAll } from './fill-comments.ts'
import { send, signIn } from './requests.ts'
import { SETTINGS } from './settings.ts'
import { type Known, SITE } from './site.ts'

type People = Readonly<Record<string, Person>>

/** Fills a site that has its administrator, its staff and two imported threads. */
export async function fillSite(
  site: TestPlatform,
  { page, personal }: { page: string; personal: string },
): Promise<Known> {
  await settings.update(SETTINGS)
  const people = await gather(site)
  const assets = await openAssets(site, { people, page })
  const comments = await commentOnAll(site, { people, assets })
  await judge(site, people)
  const tokens = { personal, ...(await endSessions(site, people)) }
  await leave(people)
  await site.mails()
  await askInVain(people)
  await mailDecisions(site)
  return {
    users: Object.fromEntries(Object.entries(people).map(([name, { id }]) => [name, id])),
    assets,
    comments,
    tokens,
  }
}

const NAMES = [
  'rita',
  'carl',
  'ida',
  'ben',
  'una',
  'sue',
  'sam',
  'pia',
  'pat',
  'nat',
  'ned',
  'nora',
  'lee',
  'greg',
  'cleo',
  'later',
  'refused',
]

async function gather(site: TestPlatform): Promise<People> {
  const people: Record<string, Person> = {}
  const enter = (name: string, user: TestUser) => {
    people[name] = { id: user.user.id, as: site.as(user) }
  }
  for (const name of NAMES) enter(name, await site.createUser({ username: name }))
  for (const name of ['ada', 'mona', 'stan']) people[name] = await signIn(site, name)
  const registered = await send(site, 'POST', '/api/v1/users', {
    email: 'uma@test.example',
    username: 'uma',
    password: SITE.password,
  })
  people['uma'] = { id: ((await registered.json()) as { id: string }).id, as: site }
  enter(
    'vera',
    await site.signIn({
      user: await external.upsertExternalUser(null, 'vera-elsewhere', 'newsroom', 'Vera V. Elsewhere'),
    }),
  )
  enter('sol', await site.signIn({ user: await external.upsertSocialUser(null, '90210', 'github', 'Sol Social') }))
  await ask(
    people['vera']!.as,
    'attachLocalAuth(input: { email: "vera@test.example", password: "another long enough one" })',
  )
  return people
}

async function openAssets(
  site: TestPlatform,
  { people, page }: { people: People; page: string },
): Promise<Record<string, string>> {
  const assets: Record<string, string> = {}
  const addresses = ['main', 'closed', 'custom', 'moved', 'merged', 'quiet'].map(name => [
    name,
    `http://localhost/stored/${name}`,
  ])
  for (const [name = '', url] of [...addresses, ['page', page], ['broken', `${page}/broken`]]) {
    const { data } = await site.graphql('query ($url: String) { asset(url: $url) { id } }', { url })
    assets[name] = data!['asset'].id
  }
  const mona = people['mona']!.as
  const id = (name: string) => text(assets[name]!)
  await ask(
    people['ada']!.as,
    `updateAsset(id: ${id('main')}, input: { title: "The main story", description: "About all", author: ` +
      '"Ada", section: "News", image: "http://localhost/main.png" })',
  )
  await ask(people['ada']!.as, `updateAsset(id: ${id('moved')}, input: { url: "http://localhost/stored/moved-on" })`)
  await ask(
    mona,
    `updateAssetSettings(id: ${id('custom')}, input: { premodLinksEnable: false, moderation: PRE, ` +
      'questionBoxEnable: true, questionBoxContent: "Well?", questionBoxIcon: "owl" })',
  )
  await ask(mona, `addTag(tag: { name: "PICK", id: ${id('main')}, item_type: ASSETS })`)
  return assets
}

/** The mails about decisions wait for ten seconds. */
async function mailDecisions(site: TestPlatform): Promise<void> {
  site.clock.advance(10_000)
  await site.mails()
}

/** What moderators decide about people. */
async function judge(site: TestPlatform, people: People): Promise<void> {
  const [mona, id] = [people['mona']!.as, (name: string) => text(people[name]!.id)]
  for (const [name, reason] of [
    ['ned', 'USERNAME_OFFENSIVE'],
    ['nora', 'USERNAME_SPAM'],
  ] as const) {
    await ask(
      people['carl']!.as,
      `createFlag(flag: { item_id: ${id(name)}, item_type: USERS, reason: ${reason}, message: "That is no name" })`,
      'flag { id }',
    )
  }
  await ask(mona, `banUser(input: { id: ${id('ben')}, message: "You know why" })`)
  await ask(mona, `banUser(input: { id: ${id('una')}, message: "By mistake" })`)
  await mailDecisions(site)
  await ask(mona, `unbanUser(input: { id: ${id('una')} })`)
  await ask(mona, `suspendUser(input: { id: ${id('sue')}, message: "For years", until: "2108-01-01T00:00:00.000Z" })`)
  await ask(mona, `suspendUser(input: { id: ${id('sam')}, message: "For an hour", until: "2100-01-01T00:00:00.000Z" })`)
  await mailDecisions(site)
  await ask(mona, `unsuspendUser(input: { id: ${id('sam')} })`)
  await ask(mona, `alwaysPremodUser(input: { id: ${id('pia')} })`)
  await ask(mona, `alwaysPremodUser(input: { id: ${id('pat')} })`)
  await ask(mona, `removeAlwaysPremodUser(input: { id: ${id('pat')} })`)
  await ask(mona, `approveUsername(id: ${id('nora')})`)
  for (const name of ['nat', 'ned']) await ask(mona, `rejectUsername(id: ${id(name)})`)
  await mailDecisions(site)
  await ask((await signIn(site, 'nat')).as, `changeUsername(id: ${id('nat')}, username: "natalie")`)
  await ask(mona, `addTag(tag: { name: "PICK", id: ${id('rita')}, item_type: USERS })`)
  await ask(people['carl']!.as, `ignoreUser(id: ${id('ida')})`)
}

/** Sessions and tokens that were ended one by one or all together, and one that goes on. */
async function endSessions(site: TestPlatform, people: People): Promise<Omit<Known['tokens'], 'personal'>> {
  const ended = await signIn(site, 'carl')
  await send(ended.as, 'DELETE', '/api/v1/auth')
  const ada = people['ada']!.as
  const { token } = await ask(ada, 'createToken(input: { name: "a lost one" })', 'token { id jwt }')
  await ask(ada, `revokeToken(input: { id: ${text(token.id)} })`)
  const { token: outdated, as: rita } = await signIn(site, 'rita')
  await ask(rita, 'signOutEverywhere')
  site.clock.advance(5_000)
  return { outdated, ended: ended.token, revoked: token.jwt, session: (await signIn(site, 'carl')).token }
}

/** One account is to go, and one has gone. */
async function leave(people: People): Promise<void> {
  await ask(people['lee']!.as, 'requestDeletion(password: "a long enough password")')
  await ask(people['ada']!.as, `delUser(id: ${text(people['greg']!.id)}, password: "a long enough password")`)
}

/** The mail server takes neither of these: one never, one not yet. */
async function askInVain(people: People): Promise<void> {
  for (const name of ['refused', 'later']) {
    await ask(
      people['mona']!.as,
      `suspendUser(input: { id: ${text(people[name]!.id)}, message: "Until spring", until: ` +
        '"2100-03-01T00:00:00.000Z" })',
    )
  }
}
