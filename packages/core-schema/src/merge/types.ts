import type { ConstDirectiveNode, StringValueNode } from 'graphql'
import type { Group, TypeNodes } from './groups.ts'
import { isExtension } from './groups.ts'
import type { Claim, Ledger } from './ledger.ts'
import { resolveClaims, resolveDescription } from './ledger.ts'
import type { Member } from './members.ts'
import { claimOf, resolveMembers } from './members.ts'
import { originOf } from './source.ts'
import { distinctUses } from './uses.ts'

const KEYWORDS: Readonly<Record<string, string>> = {
  ObjectType: 'type',
  InterfaceType: 'interface',
  UnionType: 'union',
  EnumType: 'enum',
  InputObjectType: 'input',
  ScalarType: 'scalar',
}

type TypeClaims = readonly [Claim<TypeNodes>, ...Claim<TypeNodes>[]]

/** The members and directives that the merged type keeps, once every conflict is decided. */
interface Agreed {
  /** The first definition of each member → the definition that is used. */
  readonly members: ReadonlyMap<Member, Member>
  readonly uses: ReadonlySet<ConstDirectiveNode>
}

/**
 * Decides every conflict between the parts of one type.
 *
 * @param repeatable - the names of the directives that may be used more than once at a place.
 * @returns the parts without overridden and repeated members. `@graphql-tools/merge` merges them into one definition.
 */
export function agreeOnType(
  group: Group<TypeNodes>,
  { ledger, repeatable }: { ledger: Ledger; repeatable: ReadonlySet<string> },
): readonly TypeNodes[] {
  const claims = resolveKind(group, ledger)
  const [base] = claims
  if (isExtension(base)) reportExtensionOfNothing(base, ledger)
  const description = resolveDescription(claims, ledger)
  const agreed: Agreed = {
    members: resolveMembers(claims.flatMap(memberClaims), ledger),
    uses: distinctUses(base.coordinate, claims, { ledger, repeatable }),
  }
  return claims.map((claim, i) => withoutOthers(claim.node, agreed, i === 0 ? description : undefined))
}

function withoutOthers(
  node: TypeNodes,
  { members, uses }: Agreed,
  description: StringValueNode | undefined,
): TypeNodes {
  const used = (list: readonly Member[] | undefined) => list?.flatMap(member => members.get(member) ?? [])
  const part = {
    ...node,
    description,
    directives: node.directives?.filter(use => uses.has(use)),
    ...('fields' in node ? { fields: used(node.fields) } : {}),
    ...('values' in node ? { values: used(node.values) } : {}),
    // Of two parts of an interface, the library keeps the `implements` of the last one, unless the last one has a list.
    ...('interfaces' in node ? { interfaces: node.interfaces ?? [] } : {}),
  }
  // The lists have the nodes of their own part, so the part keeps its kind of node.
  return part as TypeNodes
}

/**
 * Returns the claims of the kind that is used, the used one first. Claims of another kind are conflicts or overridden.
 */
function resolveKind(group: Group<TypeNodes>, ledger: Ledger): TypeClaims {
  const [first, ...others] = group
  const claims = [kindClaim(first), ...others.map(kindClaim)] as const
  const winner = resolveClaims(claims, ledger)
  return [winner, ...claims.filter(claim => claim !== winner && claim.signature === winner.signature)]
}

function kindClaim(part: Group<TypeNodes>[0]): Claim<TypeNodes> {
  const name = part.node.name.value
  return { ...part, coordinate: name, signature: `${KEYWORDS[stemOf(part.node)]} ${name}` }
}

function memberClaims(claim: Claim<TypeNodes>): readonly Claim<Member>[] {
  const { node, coordinate } = claim
  const members: readonly Member[] = [
    ...(('fields' in node && node.fields) || []),
    ...(('values' in node && node.values) || []),
  ]
  return members.map(member => claimOf(`${coordinate}.${member.name.value}`, claim, member))
}

/** `ObjectType` of both `ObjectTypeDefinition` and `ObjectTypeExtension`. */
function stemOf({ kind }: TypeNodes): string {
  return kind.replace(/(Definition|Extension)$/, '')
}

function reportExtensionOfNothing(claim: Claim<TypeNodes>, ledger: Ledger): void {
  const { coordinate, owner, signature } = claim
  ledger.problems.push({
    code: 'SCHEMA_UNKNOWN_TYPE',
    coordinate,
    owners: [owner],
    origins: [originOf(claim)],
    message: `${owner} extends ${coordinate}, which no source defines`,
    fix: `write «${signature}» without «extend» to define it, or enable the plugin that does`,
  })
}
