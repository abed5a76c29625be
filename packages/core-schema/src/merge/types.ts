import type {
  ConstDirectiveNode,
  EnumValueDefinitionNode,
  FieldDefinitionNode,
  InputValueDefinitionNode,
  NamedTypeNode,
  TypeDefinitionNode,
} from 'graphql'
import type { Group, TypeNodes } from './groups.ts'
import { isExtension } from './groups.ts'
import type { Claim, Ledger } from './ledger.ts'
import { resolveClaims, resolveDescription } from './ledger.ts'
import type { Member } from './members.ts'
import { claimOf, firstOfEach, resolveMembers } from './members.ts'
import { signatureOf } from './signature.ts'
import { placeOf } from './source.ts'

const KEYWORDS: Readonly<Record<string, string>> = {
  ObjectType: 'type',
  InterfaceType: 'interface',
  UnionType: 'union',
  EnumType: 'enum',
  InputObjectType: 'input',
  ScalarType: 'scalar',
}

/** All lists that a type of any kind can have. */
interface TypeLists {
  readonly directives?: readonly ConstDirectiveNode[] | undefined
  readonly interfaces?: readonly NamedTypeNode[] | undefined
  readonly fields?: readonly (FieldDefinitionNode | InputValueDefinitionNode)[] | undefined
  readonly values?: readonly EnumValueDefinitionNode[] | undefined
  readonly types?: readonly NamedTypeNode[] | undefined
}

type TypeClaims = readonly [Claim<TypeNodes>, ...Claim<TypeNodes>[]]

/** Makes one definition from all parts with the same name. It has all of their members and `implements`. */
export function mergeType(group: Group<TypeNodes>, ledger: Ledger): TypeDefinitionNode {
  const claims = resolveKind(group, ledger)
  const [base] = claims
  if (isExtension(base)) reportExtensionOfNothing(base, ledger)
  const merged = {
    ...base.node,
    kind: `${stemOf(base.node)}Definition`,
    description: resolveDescription(claims, ledger),
    ...listsOf(claims, ledger),
  }
  // The kind decides which lists the parts and the result have.
  return merged as TypeDefinitionNode
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

function listsOf(claims: TypeClaims, ledger: Ledger): TypeLists {
  const directives = firstOfEach(
    gather(claims, lists => lists.directives),
    signatureOf,
  )
  switch (stemOf(claims[0].node)) {
    case 'ObjectType':
    case 'InterfaceType':
    case 'InputObjectType': {
      const fields = resolveMembers(
        memberClaims(claims, lists => lists.fields),
        ledger,
      )
      const interfaces = firstOfEach(
        gather(claims, lists => lists.interfaces),
        node => node.name.value,
      )
      return interfaces.length === 0 ? { directives, fields } : { directives, fields, interfaces }
    }
    case 'EnumType':
      return {
        directives,
        values: resolveMembers(
          memberClaims(claims, lists => lists.values),
          ledger,
        ),
      }
    case 'UnionType':
      return {
        directives,
        types: firstOfEach(
          gather(claims, lists => lists.types),
          node => node.name.value,
        ),
      }
    default:
      return { directives }
  }
}

function gather<Node>(claims: TypeClaims, pick: (lists: TypeLists) => readonly Node[] | undefined): readonly Node[] {
  return claims.flatMap(({ node }) => pick(node) ?? [])
}

function memberClaims<M extends Member>(
  claims: TypeClaims,
  pick: (lists: TypeLists) => readonly M[] | undefined,
): readonly Claim<M>[] {
  return claims.flatMap(claim =>
    (pick(claim.node) ?? []).map(node => claimOf(`${claim.coordinate}.${node.name.value}`, claim, node)),
  )
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
    origins: [placeOf(claim)],
    message: `${owner} extends ${coordinate}, which no source defines`,
    fix: `write «${signature}» without «extend» to define it, or enable the plugin that does`,
  })
}
