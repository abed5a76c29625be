import {
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getArgumentValues,
  isAbstractType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  typeFromAST,
  type ValidatedExecutionArgs,
  visit,
} from 'graphql'
import { type FieldSet, type Fields, plannedField } from './field.ts'

/** What the fields of a selection are found out by. */
export interface Planning {
  readonly schema: GraphQLSchema
  readonly fragments: ValidatedExecutionArgs['fragments']
  /** The values that `@skip` and `@include` read. */
  readonly variableValues: ValidatedExecutionArgs['variableValues']
}

/** The selections of a field or an operation. Its fields are found out once for each type of its parents. */
export class Selection implements Fields {
  readonly #planning: Planning
  readonly #sets: readonly SelectionSetNode[]
  readonly #fields = new Map<GraphQLObjectType, FieldSet>()

  constructor(planning: Planning, sets: readonly SelectionSetNode[]) {
    this.#planning = planning
    this.#sets = sets
  }

  /** The fields of an object of a type, in the order of the answer. @throws GraphQLError for a wrong condition */
  fieldsOf(type: GraphQLObjectType): FieldSet {
    const known = this.#fields.get(type)
    if (known) return known
    const groups = new Map<string, FieldNode[]>()
    const spread = new Set<string>()
    for (const set of this.#sets) this.#collect(set.selections, type, { groups, spread })
    const fields = [...groups].flatMap(([key, nodes]) => {
      const definition = this.#planning.schema.getField(type, nodes[0]!.name.value)
      const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? [])
      return definition
        ? [plannedField(definition, { key, nodes, parentType: type, inner: new Selection(this.#planning, sets) })]
        : []
    })
    const planned = { fields, empty: Object.fromEntries(fields.map(({ key }) => [key, undefined])) }
    this.#fields.set(type, planned)
    return planned
  }

  #collect(selections: readonly SelectionNode[], type: GraphQLObjectType, found: Found): void {
    for (const node of selections) {
      if (!this.#isIncluded(node)) continue
      if (node.kind === Kind.FIELD) {
        const key = (node.alias ?? node.name).value
        const group = found.groups.get(key)
        if (group) group.push(node)
        else found.groups.set(key, [node])
      } else if (node.kind === Kind.INLINE_FRAGMENT) {
        if (this.#isAbout(node, type)) this.#collect(node.selectionSet.selections, type, found)
      } else {
        const fragment = this.#planning.fragments[node.name.value]?.definition
        if (!fragment || found.spread.has(node.name.value) || !this.#isAbout(fragment, type)) continue
        found.spread.add(node.name.value)
        this.#collect(fragment.selectionSet.selections, type, found)
      }
    }
  }

  #isIncluded(node: SelectionNode): boolean {
    return (
      this.#conditionOf(GraphQLSkipDirective, node) !== true &&
      this.#conditionOf(GraphQLIncludeDirective, node) !== false
    )
  }

  #conditionOf(directive: typeof GraphQLSkipDirective, { directives }: SelectionNode): unknown {
    const node = directives?.find(({ name }) => name.value === directive.name)
    return node && getArgumentValues(directive, node, this.#planning.variableValues)['if']
  }

  /** Whether a fragment is about objects of this type. */
  #isAbout({ typeCondition }: Conditional, type: GraphQLObjectType): boolean {
    const condition = typeCondition && typeFromAST(this.#planning.schema, typeCondition)
    if (!typeCondition || condition === type) return true
    return isAbstractType(condition) && this.#planning.schema.isSubType(condition, type)
  }
}

type Conditional = { readonly typeCondition?: FragmentDefinitionNode['typeCondition'] | undefined }

interface Found {
  readonly groups: Map<string, FieldNode[]>
  readonly spread: Set<string>
}

/** What is known of an operation: the variables of its conditions, and its selections by the values of these. */
interface Plans {
  readonly conditions: readonly string[]
  readonly selections: Map<string, Selection>
}

/** So many combinations of conditions are kept for an operation: what `known-documents.ts` counts for its tokens. */
const MOST = 4

/** Plans operations. The engine keeps parsed documents, so most operations are known. */
export function createPlanner(): (args: ValidatedExecutionArgs) => Selection {
  const plans = new WeakMap<OperationDefinitionNode, Plans>()
  return ({ schema, fragments, operation, variableValues }) => {
    let known = plans.get(operation)
    if (!known) {
      const texts = [operation, ...Object.values(fragments).map(({ definition }) => definition)]
      known = { conditions: texts.flatMap(conditionsOf), selections: new Map() }
      plans.set(operation, known)
    }
    const { conditions, selections } = known
    const key = conditions.map(name => String(variableValues.coerced[name])).join()
    const planned = selections.get(key)
    if (planned) return planned
    const planning = { schema, fragments, variableValues: only(conditions, variableValues) }
    const made = new Selection(planning, [operation.selectionSet])
    if (selections.size >= MOST) selections.clear()
    selections.set(key, made)
    return made
  }
}

/** The values of some variables. A plan outlives its request, and must not keep a long text that came with it. */
function only(names: readonly string[], { sources, coerced }: Planning['variableValues']): Planning['variableValues'] {
  const pick = <Value>(values: Readonly<Record<string, Value>>) =>
    Object.fromEntries(names.flatMap(name => (Object.hasOwn(values, name) ? [[name, values[name]!]] : [])))
  return { sources: pick(sources), coerced: pick(coerced) }
}

/** The variables that decide whether a part of a document is included. */
function conditionsOf(document: OperationDefinitionNode | FragmentDefinitionNode): string[] {
  const names: string[] = []
  visit(document, {
    Directive: ({ name, arguments: given = [] }) => {
      if (name.value !== GraphQLSkipDirective.name && name.value !== GraphQLIncludeDirective.name) return
      for (const { value } of given) if (value.kind === Kind.VARIABLE) names.push(value.name.value)
    },
  })
  return names
}
