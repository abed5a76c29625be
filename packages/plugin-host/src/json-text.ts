import { JSON_BOUNDS } from '@platform/config'
import {
  createScanner,
  findNodeAtLocation,
  type Node,
  type ParseError,
  parse,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser'

/** A text of JSON with comments. */
export interface JsonText {
  readonly value: unknown
  /** Whether it is JSON at all; if not, `value` is a guess. */
  readonly isJson: boolean
  /** `line 3, column 5: expected a comma, found ]`; repeated keys are problems too. */
  readonly problems: readonly string[]
  /** `line 3, column 5` of the value at a path, or of the nearest one around it; empty when there is none. */
  place(path: readonly PropertyKey[]): string
}

/** A problem of a text, and the place where it begins. */
interface TextProblem {
  readonly offset: number
  readonly message: string
}

/** Comments are allowed in plugins.json, and not in package.json. */
export interface JsonDialect {
  readonly comments?: boolean
}

const EXPECTED: Readonly<Record<string, string>> = {
  InvalidNumberFormat: 'expected a number',
  PropertyNameExpected: 'expected a name in double quotes',
  ValueExpected: 'expected a value',
  ColonExpected: 'expected a colon after the name',
  CommaExpected: 'expected a comma, or the closing bracket',
  CloseBraceExpected: 'expected the closing }',
  CloseBracketExpected: 'expected the closing ]',
  EndOfFileExpected: 'expected nothing more',
  InvalidCommentToken: 'expected no comment',
  UnexpectedEndOfComment: 'expected */ at the end of the comment',
  UnexpectedEndOfString: 'expected " at the end of the text, on its own line',
  UnexpectedEndOfNumber: 'expected a digit',
  InvalidUnicode: 'expected four hexadecimal digits after \\u',
  InvalidEscapeCharacter: 'expected one of " \\ / b f n r t u after the \\',
  InvalidCharacter: 'expected no control character; write \\n, \\t or \\u00..',
  InvalidSymbol: 'expected a value, or a name, in double quotes',
}

/**
 * Reads JSON with comments. Mistakes are reported as problems; nothing is thrown.
 *
 * @example
 * readJson('{"a": }').problems // ['line 1, column 7: expected a value, found }']
 */
export function readJson(text: string, { comments = true }: JsonDialect = {}): JsonText {
  const beyond = beyondBounds(text)
  if (beyond) {
    const problems = [`${position(text, beyond.offset)}: ${beyond.message}`]
    return { value: undefined, isJson: false, problems, place: () => '' }
  }
  const errors: ParseError[] = []
  const options = { allowTrailingComma: comments, disallowComments: !comments }
  const value: unknown = parse(text, errors, options)
  const tree = parseTree(text, [], options)
  const wrong =
    errors.length > 0
      ? firstOfLines(text, errors).map(error => ({ offset: error.offset, message: explain(text, error) }))
      : tree
        ? repeatedKeys(text, tree)
        : []
  return {
    value,
    isJson: errors.length === 0,
    problems: wrong.map(({ offset, message }) => `${position(text, offset)}: ${message}`),
    place(path) {
      for (let length = path.length; tree && length >= 0; length--) {
        const node = findNodeAtLocation(
          tree,
          path.slice(0, length).map(key => (typeof key === 'number' ? key : String(key))),
        )
        if (node) return position(text, node.offset)
      }
      return ''
    },
  }
}

/** `line 3, column 5` */
function position(text: string, offset: number): string {
  const before = text.slice(0, offset)
  const lines = before.split('\n').length
  return `line ${lines}, column ${offset - before.lastIndexOf('\n')}`
}

/** The first error of each line. Further errors of the line, and of closing brackets, mostly follow from the first. */
function firstOfLines(text: string, errors: readonly ParseError[]): ParseError[] {
  const lineOf = ({ offset }: ParseError) => text.slice(0, offset).split('\n').length
  return errors.filter((error, i) => {
    const before = i === 0 ? undefined : errors[i - 1]
    return !before || (lineOf(error) !== lineOf(before) && !/^Close/.test(printParseErrorCode(error.error)))
  })
}

function explain(text: string, { error, offset, length }: ParseError): string {
  const [found = ''] = text
    .slice(offset, offset + Math.max(length, 1))
    .trim()
    .split('\n')
  const shown = found.length > 30 ? `${found.slice(0, 30)}…` : found || 'the end'
  return `${EXPECTED[printParseErrorCode(error)] ?? 'expected JSON'}, found ${shown}`
}

/** Keys that an object has twice. The last would win, and the operator would not notice. */
function repeatedKeys(text: string, node: Node, path = ''): TextProblem[] {
  const first = new Map<string, number>()
  return (node.children ?? []).flatMap((child, i) => {
    if (node.type !== 'object') return repeatedKeys(text, child, `${path}.${i}`)
    const [key, value] = child.children ?? []
    const name = String(key?.value)
    const at = `${path}.${name}`
    const inside = value ? repeatedKeys(text, value, at) : []
    const earlier = first.get(name)
    if (earlier !== undefined)
      return [
        { offset: child.offset, message: `${at.slice(1)}: this key is there already, at ${position(text, earlier)}` },
        ...inside,
      ]
    first.set(name, child.offset)
    return inside
  })
}

/**
 * The first value that is beyond the bounds: nesting that would exhaust the stack, or a number that becomes Infinity.
 */
function beyondBounds(text: string): TextProblem | null {
  const scanner = createScanner(text, true)
  let depth = 0
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan()) {
    const offset = scanner.getTokenOffset()
    const first = text.charAt(offset)
    if (/[[{]/.test(first) && ++depth > JSON_BOUNDS.deepest) return { offset, message: JSON_BOUNDS.tooDeep }
    if (/[\]}]/.test(first)) depth--
    if (/[-\d]/.test(first) && Math.abs(Number(scanner.getTokenValue())) === Infinity)
      return { offset, message: JSON_BOUNDS.tooLarge }
  }
  return null
}
