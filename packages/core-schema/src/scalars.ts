export { CursorScalar, MAX_CURSOR_BYTES } from './cursor-scalar.ts'
export { DateScalar } from './date-scalar.ts'
