/** Colours in the style sheet: `tint-0` to `tint-7`. */
const TINTS = 8

interface AvatarProps {
  readonly name: string
  /** The address of the picture; without one, while it loads, and when it can't be loaded, the initial is seen. */
  readonly picture?: string | null | undefined
}

/** A picture, or the initial of a name, on a colour that depends on the name; without a name a dot on grey. */
export function Avatar({ name, picture }: AvatarProps) {
  return (
    <span class={name ? `avatar tint-${tintOf(name)}` : 'avatar'} aria-hidden="true">
      {(/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '·').toUpperCase()}
      {picture && <img src={picture} alt="" loading="lazy" />}
    </span>
  )
}

function tintOf(name: string): number {
  let hash = 0
  for (const character of name) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0
  return hash % TINTS
}
