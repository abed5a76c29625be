import { readFile } from 'node:fs/promises'
import type { Tag } from '@platform/plugin-sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { permissionProblems } from '../../src/composition/permissions.ts'
import { RESERVED } from '../../src/composition/routes/conflicts.ts'
import { permissionsReference } from '../../src/main/reference/permissions.ts'
import { connect, type LivePlatform, type RawClient, startLive, untilListening } from '../live/socket.ts'
import { operationOf } from './operations.ts'
import { nameOf, PAGE, type PermissionRow, readPage } from './page.ts'
import { isRefused, requestOf } from './requests.ts'
import { type Caller, makeWorld, type World } from './world.ts'

const ROWS = readPage()
const own: Tag = {
  name: 'OWN',
  permissions: { public: true, self: true, roles: [] },
  models: ['COMMENTS'],
  created_at: new Date(0),
}

let live: LivePlatform
let world: World

beforeAll(async () => {
  live = await startLive({ plugins: [{ tags: [own] }] })
  world = await makeWorld(live.platform)
}, 60_000)
afterAll(async () => {
  await live[Symbol.asyncDispose]()
})

/**
 * Whether the page has a column for a caller. A column such as `banned` is about administrators; users with weaker
 * roles and this account status may do no more than that column allows.
 */
const isColumn = ({ column, role }: Caller) =>
  role === null || role === 'ADMIN' || ['commenter', 'staff', 'moderator'].includes(column)
const isTried = (row: PermissionRow, caller: Caller) => isColumn(caller) || !row.cells[caller.column]
const labelOf = ({ column, role }: Caller) =>
  isColumn({ column, role } as Caller) ? column : `${column} ${role!.toLowerCase()}`

/** Tries rows as every caller. @returns the rows where the server and the page differ. */
async function compare(
  rows: readonly PermissionRow[],
  isAllowed: (row: PermissionRow, caller: Caller) => Promise<boolean>,
): Promise<string[]> {
  const differences: string[] = []
  for (const caller of world.callers) {
    for (const row of rows.filter(row => isTried(row, caller))) {
      const [expected, found] = [row.cells[caller.column]!, await isAllowed(row, caller)]
      if (expected !== found) differences.push(`${nameOf(row)}: ${labelOf(caller)} is ${found ? 'let in' : 'refused'}`)
    }
  }
  return differences
}

/** Sends a request in a session of its own, because some requests end all sessions of the caller. */
async function send({ user }: Caller, path: string, init: RequestInit): Promise<Response> {
  const { platform } = live
  const session: Record<string, string> = user
    ? { cookie: `authorization=${(await platform.signIn({ user })).token}` }
    : {}
  return platform.http(path, {
    ...init,
    headers: {
      ...Object.fromEntries(new Headers(init.headers)),
      ...session,
      origin: new URL(platform.services.config.rootUrl).origin,
    },
  })
}

/** These change the caller's username, so they are tried last. */
const LAST = ['RootMutation.setUsername', 'RootMutation.changeUsername']

test('the page lists the rows that the features declare; `pnpm run docs` writes it [R01, R02]', async () => {
  expect(await readFile(PAGE, 'utf8')).toBe(permissionsReference())
  expect(new Set(ROWS.map(nameOf)).size).toBe(ROWS.length)
})

test('a field or route without a row keeps the server from starting, and so does a row without a field or route [R01, R02]', () => {
  const { services, permissions, routes: mounted } = live.platform
  const { schema, plugins } = services.composition
  const owner = (plugin: string) => plugins.find(({ name }) => name === plugin)!
  const routes = [
    ...RESERVED.map(path => ({ plugin: plugins[0]!, method: 'GET', path })),
    ...mounted.map(({ plugin, ...route }) => ({ ...route, plugin: owner(plugin) })),
  ]
  const without = new Map(
    [...permissions].filter(
      ([place]) =>
        !['RootQuery.users', 'Subscription.commentFlagged', 'POST /api/v1/setup', 'User.email'].includes(place),
    ),
  )
  const problems = permissionProblems(without.set('RootQuery.gone', { needs: 'ANYBODY' }), {
    schema,
    ownerOf: () => 'core',
    routes,
  })
  expect(problems.map(({ code, message }) => `${code} ${message.split(',')[0]}`)).toEqual([
    'PERMISSION_MISSING RootQuery.users has no row in the table of permissions',
    'PERMISSION_MISSING Subscription.commentFlagged has no row in the table of permissions',
    'PERMISSION_MISSING POST /api/v1/setup has no row in the table of permissions',
    'PERMISSION_UNUSED the table of permissions has a row for RootQuery.gone',
  ])
})

describe('the server allows and refuses each caller what the page says', () => {
  const isSubscription = ({ place }: PermissionRow) => place.startsWith('Subscription.')
  const isRoute = ({ place }: PermissionRow) => place.includes(' ')

  test('HTTP routes [R01]', async () => {
    const routes = ROWS.filter(isRoute)
    expect(routes.length).toBeGreaterThan(40)
    expect(
      await compare(routes, async ({ place }, caller) => {
        const { path, init } = requestOf(place, world, caller)
        return !(await isRefused(await send(caller, path, init)))
      }),
    ).toEqual([])
  }, 120_000)

  test('queries, mutations, guarded fields [R02, R10]', async () => {
    const { schema } = live.platform.services.composition
    const fields = ROWS.filter(row => !isSubscription(row) && !isRoute(row))
    const ordered = [
      ...fields.filter(({ place }) => !LAST.includes(place)),
      ...fields.filter(({ place }) => LAST.includes(place)),
    ]
    expect(
      await compare(ordered, async (row, caller) => {
        const { document: query, variables } = operationOf(
          schema,
          { place: row.place, name: nameOf(row) },
          { world, caller },
        )
        const answer = (await (
          await send(caller, '/api/v1/graph/ql', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ query, variables }),
          })
        ).json()) as Answer
        return isLetIn(row, answer)
      }),
    ).toEqual([])
  }, 120_000)

  test('every user reads their own data, whatever the account status; anonymous readers have none [R06, R10]', async () => {
    const document =
      '{ me { role roles email profiles { __typename } ignoredUsers { id } tokens { id } state { status { banned { status } } } actions { __typename } } }'
    for (const caller of world.callers) {
      const { data } = (await (
        await send(caller, '/api/v1/graph/ql', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ query: document }),
        })
      ).json()) as Answer
      if (caller.user === null || caller.column === 'unconfirmed') expect(data).toEqual({ me: null })
      else
        expect(
          Object.entries(data!['me']).filter(([, value]) => value === null),
          labelOf(caller),
        ).toEqual([])
    }
  })

  test('subscriptions [R02]', async () => {
    const subscriptions = ROWS.filter(isSubscription)
    const clients = new Map<Caller, RawClient>()
    for (const caller of world.callers) {
      const client = await connect(
        live.url,
        caller.user
          ? { headers: { cookie: `authorization=${(await live.platform.signIn({ user: caller.user })).token}` } }
          : {},
      )
      for (const row of subscriptions)
        client.send({ id: nameOf(row), type: 'subscribe', payload: listeningTo(row, caller) })
      await untilListening(client)
      clients.set(caller, client)
    }
    const count = (caller: Caller, row: PermissionRow) =>
      clients
        .get(caller)!
        .messages.filter(({ type, id, payload }) => type === 'next' && id === nameOf(row) && !payload.errors).length
    // When an event of the second round has arrived, every wrong event of the first round has arrived too.
    for (const round of [1, 2]) {
      await announceEverything()
      await expect
        .poll(
          () =>
            world.callers
              .filter(isColumn)
              .flatMap(caller =>
                subscriptions
                  .filter(row => row.cells[caller.column] && count(caller, row) < round)
                  .map(row => `${nameOf(row)}: ${labelOf(caller)}`),
              ),
          { timeout: 60_000 },
        )
        .toEqual([])
    }
    expect(await compare(subscriptions, async (row, caller) => count(caller, row) > 0)).toEqual([])
    for (const { socket } of clients.values()) socket.terminate()
  }, 120_000)
})

interface Answer {
  readonly data?: Record<string, any> | null
  readonly errors?: readonly { readonly path?: readonly unknown[]; readonly extensions: { readonly code: string } }[]
}

/** Rows whose refusal is `null`, or an empty list, without an error. */
const SILENT = [
  'RootQuery.commentCount',
  'RootQuery.commentCounts',
  'RootQuery.comment, one that is hidden',
  'RootQuery.commentsById, one that is hidden',
  'RootQuery.comments, of other authors with other statuses than NONE and ACCEPTED',
]

function isLetIn(row: PermissionRow, { data, errors = [] }: Answer): boolean {
  // Any other error means that the test sent a wrong operation.
  const unexpected = errors.find(
    ({ path, extensions: { code } }) => !path || !['NOT_AUTHORIZED', 'NOT_FOUND'].includes(code),
  )
  if (unexpected) throw new Error(`${nameOf(row)}: ${JSON.stringify(unexpected)}`)
  if (errors.some(({ extensions }) => extensions.code === 'NOT_AUTHORIZED')) return false
  const tried =
    'tried' in (data ?? {})
      ? data!['tried']
      : (data?.['settings']?.tried ??
        data?.['comment']?.tried ??
        data?.['comment']?.user?.tried ??
        data?.['comment']?.asset?.tried)
  if (SILENT.includes(nameOf(row)) && Array.isArray(tried)) return tried.length > 0
  if (!/^Root/.test(row.place) || SILENT.includes(nameOf(row))) return tried !== null && tried !== undefined
  return !(tried?.errors ?? []).some(
    ({ translation_key: key }: { translation_key: string }) => key === 'NOT_AUTHORIZED',
  )
}

/**
 * A subscription to the events that a row is about. Rows about users subscribe to events of the caller, or of the
 * author where the row is about another user.
 */
function listeningTo({ place, of }: PermissionRow, { user }: Caller): { query: string; variables: object } {
  const field = place.split('.')[1]!
  if (field.startsWith('user')) {
    const selection = field === 'usernameChanged' ? '{ user { id } }' : '{ id }'
    if (field === 'userCreated') return { query: `subscription { ${field} ${selection} }`, variables: {} }
    return {
      query: `subscription($id: ID) { ${field}(user_id: $id) ${selection} }`,
      variables: { id: of === null ? (user?.id ?? null) : world.author.id },
    }
  }
  if (of === 'in every discussion' || field === 'settingsUpdated')
    return { query: `subscription { ${field} { __typename } }`, variables: {} }
  if (field === 'avatarRemoved') return { query: 'subscription { avatarRemoved }', variables: {} }
  if (field === 'commentRemoved')
    return { query: 'subscription($id: ID!) { commentRemoved(asset_id: $id) }', variables: { id: world.asset.id } }
  return {
    query: `subscription($id: ID!) { ${field}(asset_id: $id${of === null ? '' : ', statuses: null'}) { id } }`,
    variables: { id: world.asset.id },
  }
}

/** Publishes one event of each kind, as the features do. */
async function announceEverything(): Promise<void> {
  const {
    commentsReader,
    events,
    composition: { schema },
  } = live.platform.services
  // Readers hear that a comment is removed by the event of what hid it.
  const [removed] = await commentsReader.findByIds([world.hidden.id])
  await events.publish('commentEdited', removed)
  for (const event of Object.keys(schema.getSubscriptionType()!.getFields())) {
    if (!event.startsWith('user'))
      await events.publish(
        event,
        event.startsWith('asset') ? { id: world.asset.id, asset_id: world.asset.id } : world.visible,
      )
    else
      for (const { id } of [world.author, ...world.callers.flatMap(({ user }) => user ?? [])])
        await events.publish(event, { id, previousUsername: 'before' })
  }
}
