import { type FragmentDefinitionNode, Kind, type SelectionSetNode } from 'graphql'

/**
 * Makes the function that says whether a name stands in a selection more than so many times. The fields of fragments
 * count as what stands beside them, because validation compares these with each other as well.
 */
export function repeatsWithin(
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  most: number,
): (set: SelectionSetNode) => boolean {
  const counted = new Map<string, ReadonlyMap<string, number>>()
  const namesOf = (fragment: string): ReadonlyMap<string, number> => {
    const known = counted.get(fragment)
    if (known) return known
    const names = new Map<string, number>()
    // Validation refuses a fragment that spreads itself; here it is only not followed again.
    counted.set(fragment, names)
    const set = fragments.get(fragment)?.selectionSet
    if (set) count(set, names)
    return names
  }
  const count = ({ selections }: SelectionSetNode, names: Map<string, number>): void => {
    const note = (name: string, times: number) => names.set(name, Math.min(most + 1, (names.get(name) ?? 0) + times))
    for (const node of selections) {
      if (node.kind === Kind.FIELD) note((node.alias ?? node.name).value, 1)
      else if (node.kind === Kind.INLINE_FRAGMENT) count(node.selectionSet, names)
      else for (const [name, times] of namesOf(node.name.value)) note(name, times)
    }
  }
  return set => {
    const names = new Map<string, number>()
    count(set, names)
    return names.values().some(times => times > most)
  }
}
