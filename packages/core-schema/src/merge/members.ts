import type { ASTNode, EnumValueDefinitionNode, FieldDefinitionNode, InputValueDefinitionNode } from 'graphql'
import type { Claim, Ledger } from './ledger.ts'
import { settle, settleDescription } from './ledger.ts'
import { isFree } from './reserved.ts'
import { signatureOf } from './signature.ts'
import type { Part } from './source.ts'

/** What a type appends: a field, an input field or an enum value. */
export type Member = FieldDefinitionNode | InputValueDefinitionNode | EnumValueDefinitionNode

/** A claim on a coordinate by a node of one owner's part. */
export function claimOf<Node extends ASTNode>(coordinate: string, part: Part, node: Node): Claim<Node> {
  return { ...part, node, coordinate, signature: signatureOf(node) }
}

/** One node a member, in the order of first appearance. */
export function settleMembers<M extends Member>(claims: readonly Claim<M>[], ledger: Ledger): readonly M[] {
  const byCoordinate = new Map<string, [Claim<M>, ...Claim<M>[]]>()
  for (const claim of claims) {
    if (!isFree(claim.coordinate, claim, ledger)) continue
    const rivals = byCoordinate.get(claim.coordinate)
    if (rivals === undefined) byCoordinate.set(claim.coordinate, [claim])
    else rivals.push(claim)
  }
  return [...byCoordinate.values()].map(rivals => settleMember(rivals, ledger))
}

/** Arguments belong to the owner of the field or directive that takes them. */
export function recordArguments(
  claim: Part & { readonly coordinate: string },
  nodes: readonly InputValueDefinitionNode[] | undefined,
  ledger: Ledger,
): void {
  for (const node of nodes ?? []) {
    const coordinate = `${claim.coordinate}(${node.name.value}:)`
    if (isFree(coordinate, { ...claim, node }, ledger)) ledger.coordinates.set(coordinate, claim.owner)
  }
}

/** The first node of each key, in order. */
export function firstOfEach<Node>(nodes: readonly Node[], keyOf: (node: Node) => string): readonly Node[] {
  const seen = new Set<string>()
  return nodes.filter(node => {
    const key = keyOf(node)
    return !seen.has(key) && seen.add(key)
  })
}

function settleMember<M extends Member>(claims: readonly [Claim<M>, ...Claim<M>[]], ledger: Ledger): M {
  const winner = settle(claims, ledger)
  const agreeing = claims.filter(claim => claim !== winner && claim.signature === winner.signature)
  // A definition that was overridden still describes the field, unless the new one does.
  const inherited = claims.find(({ node }) => node.description !== undefined)?.node.description
  const description = settleDescription([winner, ...agreeing], ledger) ?? inherited
  if ('arguments' in winner.node) recordArguments(winner, winner.node.arguments, ledger)
  return { ...winner.node, description }
}
