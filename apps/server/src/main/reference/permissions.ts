import {
  createPermissionCheck,
  PERMISSIONS,
  type PermissionRule,
  type PermissionUser,
  ROLES,
  type Role,
} from '@platform/auth'
import type { UserRecord } from '@platform/plugin-sdk'
import { collectPermissions } from '../../composition/permissions.ts'
import { admits, type Needs } from '../../contract/access.ts'
import { core } from '../core.ts'

/** The callers of the columns: the roles, the weakest first, then an administrator of each account status. */
const CALLERS: Readonly<Record<string, PermissionUser | null>> = {
  anonymous: null,
  ...Object.fromEntries([...ROLES].reverse().map(role => [nameOf(role), userOf(role)])),
  banned: { ...userOf('ADMIN'), status: { banned: { status: true } } },
  suspended: { ...userOf('ADMIN'), status: { suspension: { until: new Date(8.64e15) } } },
  // Such a user counts as an anonymous reader: see `features/sessions/authentication.ts`.
  unconfirmed: null,
  'username rejected': { ...userOf('ADMIN'), status: { username: { status: 'REJECTED', history: [] } } },
}

const HEADING = [
  '# Permissions',
  'The callers who may use each field and route of the core, generated from its features by `pnpm run docs`. ' +
    'A field or route without a row here is refused to all callers. Tests try every cell.',
  'The first five columns are roles. ' +
    'The other four are an administrator who is banned, suspended, unconfirmed ' +
    '(while the setting `requireEmailConfirmation` is on) or whose username was rejected. ' +
    'What such an administrator may not use, no other user of that account status may.\n' +
    'All users here have a password, and have had the username for 14 days. ' +
    'Mutations also check that users change only what is theirs, and decide only about users of lower roles.',
  'A refused root field has the error `NOT_AUTHORIZED`, and a refused field of an object is `null`. ' +
    'A refused subscription gets no event. ' +
    'A refused route answers 401 when signing in may help, else 403. ' +
    'A page leaves out the parts that the caller may not use, or is replaced by the sign-in page.',
  'Plugins decide about what they add, ' +
    'by `needed(...)` in front of a route and `context.can(...)` in a resolver or mutator; ' +
    '`platform plugins inspect <name>` lists it.',
].join('\n\n')

const SECTIONS: readonly [title: string, belongs: (place: string) => boolean][] = [
  ['Queries', place => place.startsWith('RootQuery.')],
  ['Mutations', place => place.startsWith('RootMutation.')],
  ['Subscriptions', place => place.startsWith('Subscription.')],
  ['Fields of objects', place => /^(?!RootQuery|RootMutation|Subscription)\w+\./.test(place)],
  ['HTTP routes', place => place.includes(' ')],
]

/** The page `docs/reference/permissions.md`. */
export function permissionsReference(): string {
  const all = rowsOf()
  const tables = SECTIONS.map(([title, belongs]) => {
    const head = [title === 'HTTP routes' ? 'route' : 'field', 'needs', ...Object.keys(CALLERS)]
    const rows = all.filter(({ place }) => belongs(place)).map(cellsOf)
    return `## ${title}\n\n${table([head, ...rows])}`
  })
  const permissions = Object.entries<PermissionRule>(PERMISSIONS).map(([name, { from, says }]) => [
    `\`${name}\``,
    nameOf(from),
    says ?? '',
  ])
  const rules = table([['permission', 'from', 'only a user'], ...permissions])
  const last = `## The permissions themselves\n\nA user has none while banned or suspended.\n\n${rules}`
  return `${[`${HEADING}\n`, ...tables, last].join('\n')}\n`
}

function cellsOf({ place, of, needs, own }: TableRow): string[] {
  const allowed = Object.values(CALLERS).map(caller => (admits(contextOf(caller), needs) ? '✓' : '–'))
  return [`\`${place}\`${of === null ? '' : `, ${of}`}`, wordsOf(needs, own), ...allowed]
}

/** A row of a table: a permission row of a feature, or one part of its field that needs more (`beyond`). */
interface TableRow {
  readonly place: string
  /** The part of the field that needs more than the field, in words; `null` for the field or route itself. */
  readonly of: string | null
  readonly needs: Needs
  readonly own: boolean
}

function rowsOf(): TableRow[] {
  return [...collectPermissions(core)].flatMap(([place, { needs, own, beyond = {} }]) => [
    { place, of: null, needs, own: own !== undefined },
    ...Object.entries(beyond).map(([of, more]) => ({ place, of, needs: more, own: false })),
  ])
}

function wordsOf(needs: Needs, own: boolean): string {
  if (needs === 'ANYBODY') return 'nothing'
  if (needs === 'SIGNED_IN') return 'a session'
  return [...[needs].flat().map(name => `\`${name}\``), ...(own ? ['it is one’s own'] : [])].join(' or ')
}

const can = createPermissionCheck()

function contextOf(user: PermissionUser | null): Parameters<typeof admits>[0] {
  return {
    user: user as UserRecord | null,
    can: (...permissions) => can(user, ...(permissions as (keyof typeof PERMISSIONS)[])),
  }
}

function userOf(role: Role): PermissionUser {
  return { roles: [role], profiles: [{ provider: 'local' }] }
}

function nameOf(role: Role): string {
  return role === 'ADMIN' ? 'administrator' : role.toLowerCase()
}

function table([head = [], ...rows]: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |\n`).join('')
}
