interface NextPageProps {
  readonly href: string
  readonly text: string
  readonly target?: '_top' | undefined
  readonly isBusy?: boolean
  readonly onClick?: (event: MouseEvent) => void
}

/** The way to the next page of a list. */
export function NextPage({ href, text, target, isBusy = false, onClick }: NextPageProps) {
  return (
    <p class="pager">
      <a class="button quiet" rel="next" href={href} target={target} aria-busy={isBusy} onClick={onClick}>
        {text}
      </a>
    </p>
  )
}
