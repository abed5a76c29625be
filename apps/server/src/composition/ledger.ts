import { type LoadedPlugin, label, type Override, type Problem, referenceTo } from '@platform/plugin-host'
import { nearestName } from '@platform/plugin-sdk'
import type { MountedRoute } from './routes/mounted-routes.ts'

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
   * Records the claim; a second claim of another plugin is a problem that names both, unless the operator
   * lets exactly one of them win, whichever is listed first.
   */
  claim(kind: ClaimKind, name: string, plugin: LoadedPlugin, shown?: string): void
  /** Whose it is by what was claimed so far. */
  owner(kind: ClaimKind, name: string): LoadedPlugin | undefined
  /** What an operator can allow a plugin, by what it claimed. */
  rulesOf(plugin: LoadedPlugin): readonly string[]
  readonly problems: readonly Problem[]
  /** Where the operator's word decided. */
  readonly overrides: readonly Override[]
}

interface Claim {
  readonly plugin: LoadedPlugin
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
              .map(({ plugin }) => ({
                what: `${kind} ${winner.shown}`,
                owner: winner.plugin.name,
                over: plugin.core ? 'core' : plugin.name,
              })),
      )
    },
    rulesOf: plugin =>
      [...claims.values()].flatMap(({ kind, all }) =>
        all
          .filter(claim => claim.plugin === plugin)
          .flatMap(({ shown }) => [
            `${kind}.override:${shown}`,
            ...(kind === 'resolver' ? [`schema.override:${shown}`] : []),
          ]),
      ),
    owner: (kind, name) => claims.get(`${kind} ${name}`)?.winner.plugin,
    claim(kind, name, plugin, shown = name) {
      const key = `${kind} ${name}`
      const known = claims.get(key)
      const claim = { plugin, shown, allowed: mayOverride(plugin, kind, shown) }
      if (!known) claims.set(key, { kind, all: [claim], winner: claim })
      else if (!known.all.some(other => other.plugin === plugin)) {
        known.all.push(claim)
        known.winner = winnerOf(kind, known.all)
      }
    },
  }
}

/** Routes of the core are asked before all others, so nothing wins over them. */
function winnerOf(kind: ClaimKind, all: readonly Claim[]): Claim {
  const allowed = all.filter(claim => claim.allowed)
  return allowed.length === 1 && !(kind === 'route' && all[0]!.plugin.core) ? allowed[0]! : all[0]!
}

function clashes(kind: ClaimKind, all: readonly Claim[]): Problem[] {
  const winner = winnerOf(kind, all)
  const settled = winner.allowed && all.filter(({ allowed }) => allowed).length === 1
  if (settled) return []
  const allowed = all.filter(claim => claim.allowed)
  // Where several may replace what is there, the question is which of them, whoever was there before.
  const rivals = allowed.length > 1 && !(kind === 'route' && all[0]!.plugin.core) ? allowed : all
  return rivals.slice(1).map(second => clash(kind, rivals[0]!, second))
}

function mayOverride(plugin: LoadedPlugin, kind: ClaimKind, name: string): boolean {
  return (
    plugin.allow.includes(`${kind}.override:${name}`) ||
    (kind === 'resolver' && plugin.allow.includes(`schema.override:${name}`))
  )
}

function clash(kind: ClaimKind, { plugin: first, allowed, shown: firstShown }: Claim, second: Claim): Problem {
  const {
    plugin: { name },
    shown,
  } = second
  const rule = `${kind === 'resolver' ? 'schema' : kind}.override:${shown}`
  const setting = `"settings": {"${name}": {"allow": ["${rule}"]}}`
  return {
    code: 'PLUGIN_CONFLICT',
    plugins: [referenceTo(first), referenceTo(second.plugin)],
    claim: kind,
    at: shown,
    message: `${label(first)} and ${label(second.plugin)} both define the ${kind} ${shown}${firstShown === shown ? '' : `, which ${first.name} has as ${firstShown}`}`,
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
    .flatMap(plugin => {
      const known = [
        ...ledger.rulesOf(plugin),
        ...coordinates.map(at => `schema.override:${at}`),
        ...routes.filter(route => route.plugin === plugin).map(({ method, path }) => `route.cover:${method} ${path}`),
      ]
      return plugin.allow
        .filter(rule => !known.includes(rule))
        .map((rule): Problem => {
          const near = nearestName(rule, known)
          return {
            code: 'PLUGIN_ALLOW_UNUSED',
            plugins: [referenceTo(plugin)],
            message: `${label(plugin)} is allowed ${rule}, and has nothing of that name`,
            fix: near ? `did you mean ${near}?` : `take it out of settings.${plugin.name}.allow`,
          }
        })
    })
}
