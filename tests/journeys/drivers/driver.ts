/** One document that a browser shows: a page, the frame of the comments in it, or a window. */
export interface View {
  /** The texts of the elements that a CSS selector finds. Elements that are not shown are left out. */
  texts(selector: string): Promise<string[]>
  /** The value of a field, or `null` when the field is not there. */
  value(selector: string): Promise<string | null>
  /** Clicks the first element that the selector finds and that contains the text. Waits until there is one. */
  click(selector: string, text?: string): Promise<void>
  /** Types a text into a field, in place of what is in it. Waits until there is one. */
  fill(selector: string, text: string): Promise<void>
}

/** A page in a tab. */
export interface Tab extends View {
  goto(address: string): Promise<void>
  reload(): Promise<void>
  address(): Promise<string>
  /** Presses a key where the focus is, such as `j`, `Enter` or `Control+f`. */
  press(key: string): Promise<void>
  /** The frame that the embed script made. */
  readonly comments: View
}

/** A person with a browser of their own: no two visitors share a cookie or a storage. */
export interface Visitor {
  /** Opens an address in a tab of its own. */
  open(address: string): Promise<Tab>
  /** The window that a page of the visitor has opened. */
  readonly popup: View
  /** How many tabs and windows the visitor has. */
  windows(): Promise<number>
  close(): Promise<void>
}

/** How a browser is started for visitors. */
export interface Driver extends AsyncDisposable {
  visitor(options?: { readonly script?: boolean }): Promise<Visitor>
}

/** How long a browser may take for one step. Milliseconds. */
export const PATIENCE = 20_000

/** Repeats an attempt until it gives a value. Errors count as attempts, because pages change while they are read. */
export async function retry<Value>(what: string, attempt: () => Promise<Value | null>): Promise<Value> {
  let failure: unknown
  for (const end = Date.now() + PATIENCE; Date.now() < end; ) {
    try {
      const value = await attempt()
      if (value !== null) return value
    } catch (error) {
      failure = error
    }
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error(`${what}: it did not happen within ${PATIENCE} ms`, { cause: failure })
}
