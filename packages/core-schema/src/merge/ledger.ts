import type { ASTNode, StringValueNode } from 'graphql'
import type { SchemaOverride, SchemaProblem } from './problem.ts'
import type { Part } from './source.ts'
import { originOf } from './source.ts'

/** The results of the merge: the owner of each coordinate, the overrides and the problems. */
export interface Ledger {
  readonly coordinates: Map<string, string>
  readonly problems: SchemaProblem[]
  readonly warnings: SchemaProblem[]
  readonly overrides: SchemaOverride[]
}

/** A definition of a coordinate by one owner. */
export interface Claim<Node extends ASTNode = ASTNode> extends Part<Node> {
  readonly coordinate: string
  readonly signature: string
}

type Described = ASTNode & { readonly description?: StringValueNode | undefined }

export function createLedger(): Ledger {
  return { coordinates: new Map(), problems: [], warnings: [], overrides: [] }
}

/**
 * Decides which definition of a coordinate is used, and records the owner, the overrides and the conflicts. The first
 * definition is used, unless the operator allows exactly one other to replace it.
 */
export function resolveClaims<C extends Claim>(claims: readonly [C, ...C[]], ledger: Ledger): C {
  const [first] = claims
  const allowed = claims.filter(claim => claim.allow.has(claim.coordinate))
  const permitted = haveOneSignature(allowed) ? allowed[0] : undefined
  const winner = permitted === undefined || permitted.signature === first.signature ? first : permitted
  const rivals = distinct(claims.filter(claim => claim !== winner && claim.signature !== winner.signature))
  for (const rival of rivals) {
    const overridden = permitted !== undefined && rival.owner !== permitted.owner
    if (overridden) ledger.overrides.push({ coordinate: winner.coordinate, owner: permitted.owner, over: rival.owner })
    else ledger.problems.push(conflict(winner, rival))
  }
  ledger.coordinates.set(winner.coordinate, winner.owner)
  return winner
}

/** Keeps the first description of a coordinate. A different one of another owner is reported. */
export function resolveDescription(claims: readonly Claim<Described>[], ledger: Ledger): StringValueNode | undefined {
  const [first, ...others] = claims.filter(claim => claim.node.description !== undefined)
  if (first === undefined) return undefined
  const different = others.filter(
    ({ owner, node }) => owner !== first.owner && node.description?.value !== first.node.description?.value,
  )
  for (const { coordinate, owner, origin, node } of different) {
    ledger.warnings.push({
      code: 'SCHEMA_DESCRIPTION',
      coordinate,
      owners: [first.owner, owner],
      origins: [originOf(first), originOf({ origin, node })],
      message: `${first.owner} and ${owner} both describe ${coordinate}; the description of ${first.owner} stays`,
      fix: `remove the description of ${coordinate} from ${owner}`,
    })
  }
  return first.node.description
}

function haveOneSignature(claims: readonly Claim[]): boolean {
  return new Set(claims.map(claim => claim.signature)).size === 1
}

function distinct<C extends Claim>(claims: readonly C[]): readonly C[] {
  return [...new Map(claims.map(claim => [`${claim.owner} ${claim.signature}`, claim])).values()]
}

function conflict(winner: Claim, rival: Claim): SchemaProblem {
  const { coordinate } = winner
  const itself = winner.owner === rival.owner
  const who = itself
    ? `${rival.owner} defines ${coordinate} twice, differently`
    : `${winner.owner} and ${rival.owner} define ${coordinate} differently`
  return {
    code: 'SCHEMA_CONFLICT',
    coordinate,
    owners: [winner.owner, rival.owner],
    origins: [originOf(winner), originOf(rival)],
    message: `${who}: «${oneLine(winner.signature)}» and «${oneLine(rival.signature)}»`,
    fix: itself ? 'keep one of the two' : conflictFix(winner, rival),
  }
}

function conflictFix(winner: Claim, { owner, coordinate, allow }: Claim): string {
  if (winner.allow.has(coordinate) && allow.has(coordinate)) {
    const allowed = `the allow of ${winner.owner} or ${owner} in plugins.json`
    return `remove "schema.override:${coordinate}" from ${allowed}: only one of them can win`
  }
  return `rename it in ${owner}, make both definitions the same, or let one plugin win: ${allowRule(owner, coordinate)}`
}

/** Writes the setting by which an operator lets the definition of one owner be used. */
export function allowRule(owner: string, coordinate: string): string {
  return `"settings": {"${owner}": {"allow": ["schema.override:${coordinate}"]}} in plugins.json`
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}
