import type { ASTNode, ConstDirectiveNode } from 'graphql'
import type { Ledger } from './ledger.ts'
import { signatureOf } from './signature.ts'
import type { Part } from './source.ts'
import { originOf } from './source.ts'

type Holder = ASTNode & { readonly directives?: readonly ConstDirectiveNode[] | undefined }

interface Use extends Part<ConstDirectiveNode> {
  readonly signature: string
}

interface UseOptions {
  readonly ledger: Ledger
  /** The names of the directives that may be used more than once at a place. */
  readonly repeatable: ReadonlySet<string>
}

/**
 * The uses of directives on all parts of a definition, each only once. Different uses of a directive that may be used
 * once are a problem, because the library would mix their arguments.
 */
export function distinctUses(
  coordinate: string,
  parts: readonly Part<Holder>[],
  { ledger, repeatable }: UseOptions,
): ReadonlySet<ConstDirectiveNode> {
  const uses = parts.flatMap(part =>
    (part.node.directives ?? []).map((node): Use => ({ ...part, node, signature: signatureOf(node) })),
  )
  const first = new Map(uses.toReversed().map(use => [use.signature, use]))
  const distinct = uses.filter(use => first.get(use.signature) === use)
  for (const [name, rivals] of Map.groupBy(distinct, ({ node }) => node.name.value))
    if (rivals.length > 1 && !repeatable.has(name)) report(coordinate, rivals, ledger)
  return new Set(distinct.map(({ node }) => node))
}

function report(coordinate: string, rivals: readonly Use[], ledger: Ledger): void {
  const owners = [...new Map(rivals.map(use => [use.owner, use])).values()]
  const names = owners.map(({ owner }) => owner)
  ledger.problems.push({
    code: 'SCHEMA_INVALID',
    coordinate,
    owners: names,
    origins: owners.map(originOf),
    message:
      `${coordinate} of ${names.join(' and ')}: a directive that may be used once is used differently: ` +
      rivals.map(({ signature }) => `«${signature}»`).join(' and '),
    fix: 'keep one of them, or make the directive repeatable',
  })
}
