import type { DirectiveDefinitionNode } from 'graphql'
import type { Group } from './groups.ts'
import type { Ledger } from './ledger.ts'
import { settle, settleDescription } from './ledger.ts'
import { claimOf, recordArguments } from './members.ts'

/** A directive is defined as a whole: nothing can be appended to it. */
export function mergeDirective(group: Group<DirectiveDefinitionNode>, ledger: Ledger): DirectiveDefinitionNode {
  const [first, ...others] = group
  const coordinate = `@${first.node.name.value}`
  const claims = [
    claimOf(coordinate, first, first.node),
    ...others.map(part => claimOf(coordinate, part, part.node)),
  ] as const
  const winner = settle(claims, ledger)
  const agreeing = claims.filter(claim => claim !== winner && claim.signature === winner.signature)
  recordArguments(winner, winner.node.arguments, ledger)
  return { ...winner.node, description: settleDescription([winner, ...agreeing], ledger) }
}
