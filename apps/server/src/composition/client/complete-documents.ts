import { createHash } from 'node:crypto'
import {
  type DefinitionNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  Kind,
  type NameNode,
  parse,
  print,
  type SelectionNode,
  stripIgnoredCharacters,
} from 'graphql'
import type { StreamDocuments } from '../../contract/composed.ts'
import type { App } from './admin-slots.ts'
import type { ExtendedType, PartFragment } from './fragments.ts'

/** The fragments of the stream's documents that take up what plugins ask for. */
const SHARED: Readonly<Record<string, ExtendedType>> = {
  CommentFields: 'Comment',
  AssetFields: 'Asset',
  ConfiguredSettings: 'Settings',
}
const OWN: Readonly<Record<string, ExtendedType>> = { OwnCommentFields: 'Comment', ConfiguredSettings: 'Settings' }
/** The fragments of the admin panel, which take up everything that plugins ask for there, because no page is shared. */
const IN_ADMIN: Readonly<Record<string, ExtendedType>> = {
  ModeratedComment: 'Comment',
  ModeratedAsset: 'Asset',
  ListedDiscussion: 'Asset',
  ConfiguredSite: 'Settings',
}
/** The operations that read a discussion or a profile, and the one that reads what depends on who reads. */
const READING = ['Thread', 'Permalink', 'OwnProfile', 'PublicProfile']
const OWN_OPERATION = 'Own'

/** What plugins add to the documents of the stream. */
export interface PartDocuments {
  readonly fragments: readonly PartFragment[]
  /** The texts of their own operations, by the ids with which their parts ask. */
  readonly operations: ReadonlyMap<string, string>
}

/** Adds what plugins ask for to the documents of the stream, and their own operations. */
export function completeDocuments(
  texts: Readonly<Record<string, string>>,
  { fragments, operations }: PartDocuments,
): StreamDocuments {
  if (fragments.length === 0 && operations.size === 0) return { suffix: '', texts: new Map(Object.entries(texts)) }
  const completed = [
    ...Object.entries(texts).map(([id, text]) => [id, completeText(text, fragments)] as const),
    ...operations,
  ]
  const hash = createHash('sha256').update(completed.map(part => part.join(' ')).join('\n'))
  const suffix = `-${hash.digest('hex').slice(0, 16)}`
  return { suffix, texts: new Map(completed.map(([id, text]) => [id + suffix, text])) }
}

/** A document with the fragments that it takes up. */
export function completeText(text: string, fragments: readonly PartFragment[]): string {
  const document = parse(text)
  const added = new Map<string, FragmentDefinitionNode>()
  const take: Take = (type, side, app = 'stream') =>
    fragments
      .filter(fragment => fragment.type === type && fragment.apps.includes(app))
      .flatMap(({ [side]: fragment }) => {
        if (!fragment) return []
        added.set(fragment.name.value, fragment)
        return [{ kind: Kind.FRAGMENT_SPREAD, name: fragment.name } satisfies FragmentSpreadNode]
      })
  const definitions = document.definitions.map((node): DefinitionNode => extended(node, take))
  if (added.size === 0) return text
  const whole: DocumentNode = { kind: Kind.DOCUMENT, definitions: [...definitions, ...added.values()] }
  return stripIgnoredCharacters(print(whole))
}

/** Takes up what plugins ask for about a record in the documents of an app. */
type Take = (type: ExtendedType, side: 'shared' | 'own', app?: App) => SelectionNode[]

function extended(node: DefinitionNode, take: Take): DefinitionNode {
  if (node.kind === Kind.FRAGMENT_DEFINITION) {
    const inAdmin = IN_ADMIN[node.name.value]
    if (inAdmin) return withSelections(node, [...take(inAdmin, 'shared', 'admin'), ...take(inAdmin, 'own', 'admin')])
    const [shared, own] = [SHARED[node.name.value], OWN[node.name.value]]
    return withSelections(node, [...(shared ? take(shared, 'shared') : []), ...(own ? take(own, 'own') : [])])
  }
  if (node.kind !== Kind.OPERATION_DEFINITION) return node
  const name = node.name?.value ?? ''
  if (READING.includes(name)) return withSelections(node, take('RootQuery', 'shared'))
  if (name !== OWN_OPERATION) return node
  const ofAsset = take('Asset', 'own')
  return withSelections(node, [...take('RootQuery', 'own'), ...(ofAsset.length > 0 ? [assetField(ofAsset)] : [])])
}

function withSelections<Node extends Extract<DefinitionNode, { selectionSet: unknown }>>(
  node: Node,
  more: readonly SelectionNode[],
): Node {
  if (more.length === 0) return node
  return { ...node, selectionSet: { ...node.selectionSet, selections: [...node.selectionSet.selections, ...more] } }
}

/** The discussion in the query for what depends on who reads, which has its id as `$asset`. */
function assetField(selections: readonly SelectionNode[]): SelectionNode {
  const name = (value: string): NameNode => ({ kind: Kind.NAME, value })
  const id: FieldNode = { kind: Kind.FIELD, name: name('id') }
  return {
    kind: Kind.FIELD,
    name: name('asset'),
    arguments: [{ kind: Kind.ARGUMENT, name: name('id'), value: { kind: Kind.VARIABLE, name: name('asset') } }],
    selectionSet: { kind: Kind.SELECTION_SET, selections: [id, ...selections] },
  }
}
