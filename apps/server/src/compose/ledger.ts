import { label, type Member } from './member.ts'
import type { Problem } from './problem.ts'

/** What can be claimed once only, by kind. */
export type ClaimKind = 'resolver' | 'context' | 'loader' | 'mutator' | 'sort' | 'subscription filter' | 'tag' | 'route' | 'strategy' | 'text' | 'connector' | 'moderation phase'

/** Who owns what: every name that two members could both want. */
export interface Ledger {
  /** Records the claim; a second claim of another member becomes a problem that names both. */
  claim(kind: ClaimKind, name: string, member: Member, shown?: string): void
  owner(kind: ClaimKind, name: string): Member | undefined
  readonly problems: readonly Problem[]
}

/** An empty ledger. */
export function createLedger(): Ledger {
  const owners = new Map<string, Member>()
  const problems: Problem[] = []
  return {
    problems,
    owner: (kind, name) => owners.get(`${kind} ${name}`),
    claim(kind, name, member, shown = name) {
      const key = `${kind} ${name}`
      const first = owners.get(key)
      if (!first || first === member) owners.set(key, member)
      else if (mayOverride(member, kind, shown)) owners.set(key, member)
      else problems.push(clash(kind, shown, first, member))
    },
  }
}

function mayOverride(member: Member, kind: ClaimKind, name: string): boolean {
  return member.allow.includes(`${kind}.override:${name}`) || (kind === 'resolver' && member.allow.includes(`schema.override:${name}`))
}

function clash(kind: ClaimKind, name: string, first: Member, second: Member): Problem {
  const override = kind === 'resolver' ? 'schema' : kind
  return {
    code: 'PLUGIN_CONFLICT',
    owners: [first.name, second.name],
    message: `${label(first)} and ${label(second)} both define the ${kind} ${name}\n  ${first.name}  ${first.origin}\n  ${second.name}  ${second.origin}`,
    fix: kind === 'route' && first.core ? `move it under a path of ${second.name}'s own, such as /api/v1/${second.name}; routes of the core are always asked first` : first.core
      ? `rename it in ${second.name}; if replacing the core's is intended, say so in plugins.json: "settings": {"${second.name}": {"allow": ["${override}.override:${name}"]}}`
      : `rename it in one of the two, or let one win in plugins.json: "settings": {"${second.name}": {"allow": ["${override}.override:${name}"]}}`,
  }
}
