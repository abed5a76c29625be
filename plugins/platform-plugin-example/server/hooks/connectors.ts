import { tally } from '../tally.ts'

/** `connectors`: parts that others reach by name, where there is no request: `connectors.example.tally`. */
export const connectors = { example: { tally } }
