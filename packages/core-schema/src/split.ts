import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'

/** Fields of the core whose value depends on who asks. Those of plugins are marked when the schema is composed. */
const OWN_FIELDS: ReadonlySet<string> = new Set([
  'ActionSummary.current_user',
  'Comment.body_history',
  'Comment.moderation',
  'Comment.rejection_reason',
  'RootQuery.liveTicket',
  'RootQuery.me',
  'RootQuery.unreadComments',
  'User.deletionAt',
  'User.email',
  'User.ignoredUsers',
  'User.lastAccountDownload',
  'User.profiles',
  'User.role',
  'User.roles',
  'User.scheduledDeletionDate',
  'User.state',
  'User.tokens',
])

/** The key of a field's extensions in a composed schema: whether its value depends on who asks. */
export const OWN = 'platform.own'

/** Whether the value of a field depends on who asks, so that it must not be in an answer that readers share. */
export function isOwnField(type: GraphQLCompositeType, field: GraphQLField<unknown, unknown>): boolean {
  const interfaces = isObjectType(type) || isInterfaceType(type) ? type.getInterfaces() : []
  return (
    field.extensions[OWN] === true || [type, ...interfaces].some(({ name }) => OWN_FIELDS.has(`${name}.${field.name}`))
  )
}

/** A fragment in two parts; `null` for a part without fields. */
export interface SplitFragment {
  /** What every reader gets alike. */
  readonly shared: FragmentDefinitionNode | null
  /** What depends on who asks. It is called `Own` and the name of the fragment. */
  readonly own: FragmentDefinitionNode | null
}

/** Types whose records the own query finds again: by their id, or because there is only one. */
const FOUND_AGAIN: readonly string[] = ['Asset', 'Comment', 'Settings', 'RootQuery']

/**
 * Splits a fragment by who its fields are for. The own part is asked for apart, and laid over the shared one: objects
 * field by field, lists as a whole.
 *
 * @param place who wrote the fragment, for the error: the plugin and the slot.
 * @throws Error for a fragment whose own part could not be laid over the shared one.
 * @example
 * const { shared, own } = splitFragment(schema, fragment, 'platform-plugin-like, slot commentActions')
 */
export function splitFragment(schema: GraphQLSchema, fragment: FragmentDefinitionNode, place: string): SplitFragment {
  const name = fragment.typeCondition.name.value
  const type = schema.getType(name)
  if (!isCompositeType(type)) throw new Error(`${place}: the fragment ${fragment.name.value} is on no type ${name}`)
  const { shared, own, first } = splitSet(schema, fragment.selectionSet, type)
  if (first !== null && !FOUND_AGAIN.includes(name))
    throw new Error(
      `${place}: ${first} depends on who asks, and a fragment on ${name} can't be asked for apart; ` +
        `ask for it in a fragment on ${FOUND_AGAIN.slice(0, 3).join(', ')}`,
    )
  return {
    shared: shared && { ...fragment, selectionSet: shared },
    own: own && {
      ...fragment,
      name: { kind: Kind.NAME, value: `Own${fragment.name.value}` },
      selectionSet: own,
    },
  }
}

interface SplitSet {
  readonly shared: SelectionSetNode | null
  readonly own: SelectionSetNode | null
  /** The coordinate of the first own field; `null` for none. */
  readonly first: string | null
}

function splitSet(schema: GraphQLSchema, set: SelectionSetNode, type: GraphQLCompositeType): SplitSet {
  const parts = set.selections.map(selection => splitSelection(schema, selection, type))
  const join = (side: 'shared' | 'own'): SelectionSetNode | null => {
    const selections = parts.flatMap(part => part[side] ?? [])
    return selections.length > 0 ? { kind: Kind.SELECTION_SET, selections } : null
  }
  return { shared: join('shared'), own: join('own'), first: parts.find(part => part.first !== null)?.first ?? null }
}

interface SplitSelection {
  readonly shared: SelectionNode | null
  readonly own: SelectionNode | null
  readonly first: string | null
}

function splitSelection(schema: GraphQLSchema, selection: SelectionNode, type: GraphQLCompositeType): SplitSelection {
  if (selection.kind === Kind.FIELD) return splitField(schema, selection, type)
  // A fragment that is spread here is split on its own.
  if (selection.kind === Kind.FRAGMENT_SPREAD) return { shared: selection, own: null, first: null }
  const condition = selection.typeCondition && schema.getType(selection.typeCondition.name.value)
  const inner = splitSet(schema, selection.selectionSet, isCompositeType(condition) ? condition : type)
  const part = (selectionSet: SelectionSetNode | null) => selectionSet && { ...selection, selectionSet }
  return { shared: part(inner.shared), own: part(inner.own), first: inner.first }
}

function splitField(schema: GraphQLSchema, node: FieldNode, type: GraphQLCompositeType): SplitSelection {
  const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[node.name.value] : undefined
  if (!field) return { shared: node, own: null, first: null }
  const first = `${type.name}.${field.name}`
  if (isOwnOf(schema, type, field)) return { shared: null, own: node, first }
  const inside = getNamedType(field.type)
  if (!node.selectionSet || !isCompositeType(inside)) return { shared: node, own: null, first: null }
  const inner = splitSet(schema, node.selectionSet, inside)
  const part = (selectionSet: SelectionSetNode | null) => selectionSet && { ...node, selectionSet }
  // A list is laid over as a whole, because its items may be others for another caller.
  const own = inner.own && isListType(getNullableType(field.type)) ? node.selectionSet : inner.own
  return { shared: part(inner.shared), own: part(own), first: inner.first }
}

/** A field of an interface is as its types have it: own if it is own in one of them. */
function isOwnOf(schema: GraphQLSchema, type: GraphQLCompositeType, field: GraphQLField<unknown, unknown>): boolean {
  if (isOwnField(type, field)) return true
  if (!isAbstractType(type)) return false
  return schema.getPossibleTypes(type).some(possible => {
    const same = possible.getFields()[field.name]
    return same !== undefined && isOwnField(possible, same)
  })
}
