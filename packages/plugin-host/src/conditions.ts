/**
 * Whether a module is asked for under a condition, such as `require`. Before Node 22.19 the conditions of `require` are
 * a set, against the documentation.
 *
 * @param context - what a hook of the module loader gets.
 */
export function isAskedBy(condition: 'import' | 'require', { conditions }: { readonly conditions: Iterable<string> }) {
  return [...conditions].includes(condition)
}
