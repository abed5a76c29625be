/** Colours in the style sheet: `tint-0` to `tint-7`. */
const TINTS = 8

/** The initial of a name, on a colour that depends on the name; without a name a dot on grey. */
export function Avatar({ name }: { name: string }) {
  return (
    <span class={name ? `avatar tint-${tintOf(name)}` : 'avatar'} aria-hidden="true">
      {(/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '·').toUpperCase()}
    </span>
  )
}

function tintOf(name: string): number {
  let hash = 0
  for (const character of name) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0
  return hash % TINTS
}
