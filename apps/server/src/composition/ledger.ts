import { GLOBAL_RULE, type LoadedPlugin, label, type Override, type Problem, referenceTo } from '@platform/plugin-host'
import { nearestName } from '@platform/plugin-sdk'
import { rulesFor } from './implied-rules.ts'
import type { MountedRoute } from './routes/mounted-routes.ts'

/** The kinds of names that only one plugin can own. */
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

/** Which plugin or core feature owns each name. */
export interface Ledger {
  /**
   * Records that a plugin claims a name. When another plugin has claimed it, that is a conflict, which names both,
   * unless the operator allows exactly one of them to override.
   *
   * @param shown - the name as messages show it.
   */
  claim(kind: ClaimKind, name: string, plugin: LoadedPlugin, shown?: string): void
  /** The plugin that owns a name, by the claims so far. */
  owner(kind: ClaimKind, name: string): LoadedPlugin | undefined
  /** The rules that an operator may put into `allow` of a plugin, by what the plugin claimed. */
  rulesOf(plugin: LoadedPlugin): readonly string[]
  readonly problems: readonly Problem[]
  /** The names whose owner the operator decided by `allow`. */
  readonly overrides: readonly Override[]
}

interface Claim {
  readonly plugin: LoadedPlugin
  readonly shown: string
  readonly allowed: boolean
}

/** All claims of one name, the first one in front. */
interface Claims {
  readonly kind: ClaimKind
  readonly all: readonly [Claim, ...Claim[]]
}

/** An empty ledger. */
export function createLedger(): Ledger {
  const known = new Map<string, Claims>()
  return {
    get problems() {
      return [...known.values()].flatMap(conflicts)
    },
    get overrides() {
      return [...known.values()].flatMap(overridesOf)
    },
    rulesOf: plugin =>
      [...known.values()].flatMap(({ kind, all }) =>
        all
          .filter(claim => claim.plugin === plugin)
          .flatMap(({ shown }) => [
            `${kind}.override:${shown}`,
            ...(kind === 'resolver' ? [`schema.override:${shown}`] : []),
          ]),
      ),
    owner(kind, name) {
      const claims = known.get(`${kind} ${name}`)
      return claims && winnerOf(claims).plugin
    },
    claim(kind, name, plugin, shown = name) {
      const key = `${kind} ${name}`
      const claims = known.get(key)
      const claim = { plugin, shown, allowed: mayOverride(plugin, kind, shown) }
      if (!claims) known.set(key, { kind, all: [claim] })
      else if (!claims.all.some(other => other.plugin === plugin)) known.set(key, { kind, all: [...claims.all, claim] })
    },
  }
}

/** Claims the names of all entries. @returns the entries whose plugin owns the name. */
export function claimAll<E extends { readonly name: string; readonly plugin: LoadedPlugin }>(
  ledger: Ledger,
  kind: ClaimKind,
  entries: readonly E[],
): E[] {
  for (const { name, plugin } of entries) ledger.claim(kind, name, plugin)
  return entries.filter(({ name, plugin }) => ledger.owner(kind, name) === plugin)
}

/** The claims that the operator allows. Routes of the core come first in every router, so nothing overrides them. */
function allowedOf({ kind, all }: Claims): readonly Claim[] {
  return kind === 'route' && all[0].plugin.core ? [] : all.filter(({ allowed }) => allowed)
}

/** The only claim that is allowed, else the first. */
function winnerOf(claims: Claims): Claim {
  const [allowed, ...others] = allowedOf(claims)
  return allowed && others.length === 0 ? allowed : claims.all[0]
}

function conflicts(claims: Claims): Problem[] {
  const allowed = allowedOf(claims)
  if (allowed.length === 1) return []
  // When the operator allows several plugins to override, the conflict is between these plugins.
  const [first, ...others] = allowed.length > 1 ? allowed : claims.all
  return others.flatMap(second => (first ? [conflict(claims.kind, first, second)] : []))
}

function overridesOf(claims: Claims): Override[] {
  if (conflicts(claims).length > 0) return []
  const winner = winnerOf(claims)
  return claims.all
    .filter(claim => claim !== winner)
    .map(({ plugin }) => ({
      what: `${claims.kind} ${winner.shown}`,
      owner: winner.plugin.name,
      over: plugin.core ? 'core' : plugin.name,
    }))
}

function mayOverride(plugin: LoadedPlugin, kind: ClaimKind, name: string): boolean {
  const rules = rulesFor(plugin)
  return (
    rules.includes(`${kind}.override:${name}`) || (kind === 'resolver' && rules.includes(`schema.override:${name}`))
  )
}

function conflict(kind: ClaimKind, first: Claim, second: Claim): Problem {
  const { shown } = second
  const also = first.shown === shown ? '' : `, which ${first.plugin.name} has as ${first.shown}`
  return {
    code: 'PLUGIN_CONFLICT',
    plugins: [referenceTo(first.plugin), referenceTo(second.plugin)],
    claim: kind,
    at: shown,
    message: `${label(first.plugin)} and ${label(second.plugin)} both define the ${kind} ${shown}${also}`,
    fix: fixOf(kind, first, second),
  }
}

function fixOf(kind: ClaimKind, first: Claim, { plugin: { name }, shown, allowed }: Claim): string {
  const rule = `${kind === 'resolver' ? 'schema' : kind}.override:${shown}`
  const setting = `"settings": {"${name}": {"allow": ["${rule}"]}}`
  if (kind === 'route' && first.plugin.core) return ownPathFix(name)
  if (first.plugin.core)
    return `rename it in ${name}; if ${name} is to replace the core's, allow it in plugins.json: ${setting}`
  const names = `${first.plugin.name} or ${name}`
  return first.allowed && allowed
    ? `take "${rule}" out of the allow of ${names} in plugins.json: only one of them can win`
    : `rename it in one of the two, or let one win in plugins.json: ${setting}`
}

/** The fix for a route that a route of the core answers instead. */
export function ownPathFix(plugin: string): string {
  return `move it under a path of ${plugin}'s own, such as /api/v1/${plugin}; routes of the core are always asked first`
}

/** What rules can be about. */
interface Known {
  readonly ledger: Ledger
  readonly coordinates: readonly string[]
  readonly routes: readonly MountedRoute[]
}

/** Warnings about rules in `allow` that match nothing of the plugin, and so are probably misspelt. */
export function unusedRules(plugins: readonly LoadedPlugin[], { ledger, coordinates, routes }: Known): Problem[] {
  // A rule about a built-in is used while the modules of its plugin are read.
  const isOfGlobal = (rule: string) => rule.startsWith(GLOBAL_RULE)
  return plugins
    .filter(({ allow }) => allow.length > 0)
    .flatMap(plugin => {
      const known = [
        ...ledger.rulesOf(plugin),
        ...coordinates.map(at => `schema.override:${at}`),
        ...routes.filter(route => route.plugin === plugin).map(({ method, path }) => `route.cover:${method} ${path}`),
      ]
      return plugin.allow
        .filter(rule => !known.includes(rule) && !isOfGlobal(rule))
        .map(rule => unusedRule(plugin, rule, known))
    })
}

function unusedRule(plugin: LoadedPlugin, rule: string, known: readonly string[]): Problem {
  const near = nearestName(rule, known)
  return {
    code: 'PLUGIN_ALLOW_UNUSED',
    plugins: [referenceTo(plugin)],
    message: `${label(plugin)} is allowed ${rule}, and has nothing of that name`,
    fix: near ? `did you mean ${near}?` : `take it out of settings.${plugin.name}.allow`,
  }
}
