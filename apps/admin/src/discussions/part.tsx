import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

/** A part of the view of one discussion, with its heading. */
export function Part({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  const id = useId()
  return (
    <section class="part" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
