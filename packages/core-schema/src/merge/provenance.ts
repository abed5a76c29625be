import type { ASTNode, Source } from 'graphql'
import type { Part } from './source.ts'

/** Finds the source of a node of the merged document. */
export interface Provenance {
  /** Returns the node with its owner; `undefined` for a node that is in no source. */
  partOf<Node extends ASTNode>(node: Node): Part<Node> | undefined
}

/** Makes a provenance. A node has a reference to its text, and each text belongs to one source. */
export function createProvenance(parts: readonly Part[]): Provenance {
  const bySource = new Map<Source, Part>()
  for (const part of parts) {
    if (part.node.loc !== undefined) bySource.set(part.node.loc.source, part)
  }
  return {
    partOf(node) {
      const part = node.loc === undefined ? undefined : bySource.get(node.loc.source)
      return part === undefined ? undefined : { ...part, node }
    },
  }
}
