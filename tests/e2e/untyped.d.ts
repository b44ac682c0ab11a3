declare module '@adobe/structured-data-validator' {
  /**
   * Validates what web-auto-extractor found on a page; without schema.org's vocabulary it applies the rules of rich
   * results only.
   */
  export default class Validator {
    validate(found: object): Promise<unknown[]>
  }
}

declare module '@marbec/web-auto-extractor' {
  /** Extracts JSON-LD, microdata and RDFa from a page. */
  export default class WebAutoExtractor {
    constructor(options: { addLocation?: boolean; embedSource?: string[] })
    parse(html: string): object
  }
}
