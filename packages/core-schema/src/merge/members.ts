import type { ASTNode, EnumValueDefinitionNode, FieldDefinitionNode, InputValueDefinitionNode } from 'graphql'
import type { Claim, Ledger } from './ledger.ts'
import { resolveClaims, resolveDescription } from './ledger.ts'
import { isFree } from './reserved.ts'
import { signatureOf } from './signature.ts'
import type { Part } from './source.ts'

/** A member of a type: a field, an input field or an enum value. */
export type Member = FieldDefinitionNode | InputValueDefinitionNode | EnumValueDefinitionNode

/** Makes a claim on a coordinate from a node of one owner. */
export function claimOf<Node extends ASTNode>(coordinate: string, part: Part, node: Node): Claim<Node> {
  const { owner, origin, allow } = part
  let signature: string | undefined
  return {
    owner,
    origin,
    allow,
    node,
    coordinate,
    // Most coordinates have one claim, and its signature is never compared.
    get signature() {
      signature ??= signatureOf(node)
      return signature
    },
  }
}

/** Decides which definition of each member is used. @returns the first definition of a member → the used one. */
export function resolveMembers<M extends Member>(claims: readonly Claim<M>[], ledger: Ledger): ReadonlyMap<M, M> {
  const byCoordinate = new Map<string, [Claim<M>, ...Claim<M>[]]>()
  for (const claim of claims) {
    if (!isFree(claim.coordinate, claim, ledger)) continue
    const rivals = byCoordinate.get(claim.coordinate)
    if (rivals === undefined) byCoordinate.set(claim.coordinate, [claim])
    else rivals.push(claim)
  }
  return new Map([...byCoordinate.values()].map(rivals => [rivals[0].node, resolveMember(rivals, ledger)]))
}

/** Records the arguments of a field or directive, which belong to its owner. */
export function recordArguments(
  claim: Part & { readonly coordinate: string },
  nodes: readonly InputValueDefinitionNode[] | undefined,
  ledger: Ledger,
): void {
  const { owner, origin, allow } = claim
  for (const node of nodes ?? []) {
    const coordinate = `${claim.coordinate}(${node.name.value}:)`
    if (isFree(coordinate, { owner, origin, allow, node }, ledger)) ledger.coordinates.set(coordinate, owner)
  }
}

function resolveMember<M extends Member>(claims: readonly [Claim<M>, ...Claim<M>[]], ledger: Ledger): M {
  const winner = resolveClaims(claims, ledger)
  const agreeing = claims.filter(claim => claim !== winner && claim.signature === winner.signature)
  // The description of an overridden definition is kept, unless the new definition has one.
  const inherited = claims.find(({ node }) => node.description !== undefined)?.node.description
  const description = resolveDescription([winner, ...agreeing], ledger) ?? inherited
  if ('arguments' in winner.node) recordArguments(winner, winner.node.arguments, ledger)
  return { ...winner.node, description }
}
