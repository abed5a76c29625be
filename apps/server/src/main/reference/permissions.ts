import {
  createPermissionCheck,
  PERMISSIONS,
  type PermissionRule,
  type PermissionUser,
  ROLES,
  type Role,
} from '@platform/auth'
import type { User } from '@platform/plugin-sdk'
import { collectPermissions } from '../../composition/permissions.ts'
import { admits, type Needs } from '../../contract/access.ts'
import { core } from '../core.ts'

/** Whoever is compared: the weakest first, then an administrator of each standing. */
const CALLERS: Readonly<Record<string, PermissionUser | null>> = {
  anonymous: null,
  ...Object.fromEntries([...ROLES].reverse().map(role => [nameOf(role), somebody(role)])),
  banned: { ...somebody('ADMIN'), status: { banned: { status: true } } },
  suspended: { ...somebody('ADMIN'), status: { suspension: { until: new Date(8.64e15) } } },
  // Nobody, however they come: see `features/sessions/authentication.ts`.
  unconfirmed: null,
  'username rejected': { ...somebody('ADMIN'), status: { username: { status: 'REJECTED', history: [] } } },
}

const HEADING = `# Permissions

Who may use what of the core, generated from its features by \`pnpm run docs\`. What has no line here is refused to everybody; tests try every cell.

The first five columns are roles. The other four show what is left of an administrator who is banned, suspended, unconfirmed (while the setting \`requireEmailConfirmation\` is on) or whose username was rejected. What such an administrator may not, nobody else of that standing may.
Everybody here has a password, and has had the username for 14 days. Beyond this, people change only what is theirs, and decide only about people below them: the mutations see to it.

Refused are: root fields with the error \`NOT_AUTHORIZED\`, fields of objects with \`null\`, subscriptions by silence, routes with 401 where signing in would help and else 403, pages with themselves or the one to sign in on.

Plugins decide about what they add, by \`needed(...)\` in front of a route and \`context.can(...)\` in a resolver or mutator; \`platform plugins inspect <name>\` lists it.
`

/** The page `docs/reference/permissions.md`. */
export function permissionsReference(): string {
  const lines = linesOf()
  const sections: readonly [string, (place: string) => boolean][] = [
    ['Queries', place => place.startsWith('RootQuery.')],
    ['Mutations', place => place.startsWith('RootMutation.')],
    ['Subscriptions', place => place.startsWith('Subscription.')],
    ['Fields of objects', place => /^(?!RootQuery|RootMutation|Subscription)\w+\./.test(place)],
    ['HTTP routes', place => place.includes(' ')],
  ]
  const tables = sections.map(([title, belongs]) => {
    const columns = Object.keys(CALLERS)
    const rows = lines
      .filter(({ place }) => belongs(place))
      .map(({ place, of, needs, own }) => [
        `\`${place}\`${of === null ? '' : `, ${of}`}`,
        wordsOf(needs, own),
        ...columns.map(caller => (admits(contextOf(CALLERS[caller]!), needs) ? '✓' : '–')),
      ])
    return `## ${title}\n\n${table([[title === 'HTTP routes' ? 'route' : 'field', 'needs', ...columns], ...rows])}`
  })
  const permissions = Object.entries<PermissionRule>(PERMISSIONS).map(([name, { from, says }]) => [
    `\`${name}\``,
    nameOf(from),
    says ?? '',
  ])
  return `${[HEADING, ...tables, `## The permissions themselves\n\nNobody has one while banned or suspended.\n\n${table([['permission', 'from', 'if it is somebody'], ...permissions])}`].join('\n')}\n`
}

interface Line {
  readonly place: string
  readonly of: string | null
  readonly needs: Needs
  readonly own: boolean
}

function linesOf(): Line[] {
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
    user: user as User | null,
    can: (...permissions) => can(user, ...(permissions as (keyof typeof PERMISSIONS)[])),
  }
}

function somebody(role: Role): PermissionUser {
  return { roles: [role], profiles: [{ provider: 'local' }], password: 'a stored hash' }
}

function nameOf(role: Role): string {
  return role === 'ADMIN' ? 'administrator' : role.toLowerCase()
}

function table([head = [], ...rows]: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |\n`).join('')
}
