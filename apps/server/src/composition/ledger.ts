import { type LoadedPlugin, label, type Override, type Problem, referenceTo } from '@platform/plugin-host'
import { nearestName } from '@platform/plugin-sdk'
import type { MountedRoute } from './routes.ts'

/** What can be claimed once only, by kind. */
export type ClaimKind =
  | 'resolver'
  | 'context'
  | 'loader'
  | 'mutator'
  | 'sort'
  | 'subscription filter'
  | 'tag'
  | 'route'
  | 'strategy'
  | 'text'
  | 'connector'
  | 'moderation phase'
  | 'service'
  | 'job'
  | 'mail'

/** Who owns what: every name that two plugins could both want. */
export interface Ledger {
  /**
   * Records the claim; a second claim of another member is a problem that names both, unless the operator
   * lets exactly one of them win, whichever is listed first.
   */
  claim(kind: ClaimKind, name: string, member: LoadedPlugin, shown?: string): void
  /** Whose it is by what was claimed so far. */
  owner(kind: ClaimKind, name: string): LoadedPlugin | undefined
  /** What an operator can allow a member, by what it claimed. */
  rulesOf(member: LoadedPlugin): readonly string[]
  readonly problems: readonly Problem[]
  /** Where the operator's word decided. */
  readonly overrides: readonly Override[]
}

interface Claim {
  readonly member: LoadedPlugin
  readonly shown: string
  readonly allowed: boolean
}

/** An empty ledger. */
export function createLedger(): Ledger {
  const claims = new Map<string, { kind: ClaimKind; all: Claim[]; winner: Claim }>()
  return {
    get problems() {
      return [...claims.values()].flatMap(({ kind, all }) => clashes(kind, all))
    },
    get overrides() {
      return [...claims.values()].flatMap(({ kind, all, winner }) =>
        clashes(kind, all).length > 0
          ? []
          : all
              .filter(claim => claim !== winner)
              .map(({ member }) => ({
                what: `${kind} ${winner.shown}`,
                owner: winner.member.name,
                over: member.core ? 'core' : member.name,
              })),
      )
    },
    rulesOf: member =>
      [...claims.values()].flatMap(({ kind, all }) =>
        all
          .filter(claim => claim.member === member)
          .flatMap(({ shown }) => [
            `${kind}.override:${shown}`,
            ...(kind === 'resolver' ? [`schema.override:${shown}`] : []),
          ]),
      ),
    owner: (kind, name) => claims.get(`${kind} ${name}`)?.winner.member,
    claim(kind, name, member, shown = name) {
      const key = `${kind} ${name}`
      const known = claims.get(key)
      const claim = { member, shown, allowed: mayOverride(member, kind, shown) }
      if (!known) claims.set(key, { kind, all: [claim], winner: claim })
      else if (!known.all.some(other => other.member === member)) {
        known.all.push(claim)
        known.winner = winnerOf(kind, known.all)
      }
    },
  }
}

/** Routes of the core are asked before all others, so nothing wins over them. */
function winnerOf(kind: ClaimKind, all: readonly Claim[]): Claim {
  const allowed = all.filter(claim => claim.allowed)
  return allowed.length === 1 && !(kind === 'route' && all[0]!.member.core) ? allowed[0]! : all[0]!
}

function clashes(kind: ClaimKind, all: readonly Claim[]): Problem[] {
  const winner = winnerOf(kind, all)
  const settled = winner.allowed && all.filter(({ allowed }) => allowed).length === 1
  if (settled) return []
  const allowed = all.filter(claim => claim.allowed)
  // Where several may replace what is there, the question is which of them, whoever was there before.
  const rivals = allowed.length > 1 && !(kind === 'route' && all[0]!.member.core) ? allowed : all
  return rivals.slice(1).map(second => clash(kind, rivals[0]!, second))
}

function mayOverride(member: LoadedPlugin, kind: ClaimKind, name: string): boolean {
  return (
    member.allow.includes(`${kind}.override:${name}`) ||
    (kind === 'resolver' && member.allow.includes(`schema.override:${name}`))
  )
}

function clash(kind: ClaimKind, { member: first, allowed, shown: firstShown }: Claim, second: Claim): Problem {
  const {
    member: { name },
    shown,
  } = second
  const rule = `${kind === 'resolver' ? 'schema' : kind}.override:${shown}`
  const setting = `"settings": {"${name}": {"allow": ["${rule}"]}}`
  return {
    code: 'PLUGIN_CONFLICT',
    plugins: [referenceTo(first), referenceTo(second.member)],
    claim: kind,
    at: shown,
    message: `${label(first)} and ${label(second.member)} both define the ${kind} ${shown}${firstShown === shown ? '' : `, which ${first.name} has as ${firstShown}`}`,
    fix:
      kind === 'route' && first.core
        ? `move it under a path of ${name}'s own, such as /api/v1/${name}; routes of the core are always asked first`
        : first.core
          ? `rename it in ${name}; if replacing the core's is intended, say so in plugins.json: ${setting}`
          : allowed && second.allowed
            ? `take "${rule}" out of the allow of ${first.name} or ${name} in plugins.json: only one of them can win`
            : `rename it in one of the two, or let one win in plugins.json: ${setting}`,
  }
}

/** What rules can be about. */
interface Known {
  readonly ledger: Ledger
  readonly coordinates: readonly string[]
  readonly routes: readonly MountedRoute[]
}

/** Warnings about rules that allow nothing, because the plugin has nothing of that name: probably a slip. */
export function unusedRules(plugins: readonly LoadedPlugin[], { ledger, coordinates, routes }: Known): Problem[] {
  return plugins
    .filter(({ allow }) => allow.length > 0)
    .flatMap(member => {
      const known = [
        ...ledger.rulesOf(member),
        ...coordinates.map(at => `schema.override:${at}`),
        ...routes.filter(route => route.member === member).map(({ method, path }) => `route.cover:${method} ${path}`),
      ]
      return member.allow
        .filter(rule => !known.includes(rule))
        .map((rule): Problem => {
          const near = nearestName(rule, known)
          return {
            code: 'PLUGIN_ALLOW_UNUSED',
            plugins: [referenceTo(member)],
            message: `${label(member)} is allowed ${rule}, and has nothing of that name`,
            fix: near ? `did you mean ${near}?` : `take it out of settings.${member.name}.allow`,
          }
        })
    })
}
