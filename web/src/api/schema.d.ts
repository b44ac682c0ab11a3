// Generated from openapi.json by `npm run generate`. Do not edit.
export interface paths {
    "/api/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["categories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get_product"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/{id}/price-history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["price_history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["list_products"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/retailers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["retailers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/suggest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["suggest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @enum {string} */
        Category: "CPU" | "CPU_COOLER" | "MOTHERBOARD" | "RAM" | "STORAGE" | "GPU" | "CASE" | "PSU" | "MONITOR" | "CASE_FAN" | "KEYBOARD" | "MOUSE" | "HEADSET" | "OTHER";
        CategoryEntry: {
            count: number;
            icon: string;
            label: string;
            labelAr: string;
            letter: string | null;
            required: boolean;
            route: string | null;
            type: components["schemas"]["Category"];
        };
        CategoryList: {
            categories: components["schemas"]["CategoryEntry"][];
        };
        ErrorBody: {
            code: string;
            error: string;
            fields?: {
                [key: string]: string;
            };
        };
        Facet: {
            /** @enum {string} */
            type: "values";
            values: components["schemas"]["FacetValue"][];
        } | {
            buckets: components["schemas"]["FacetBucket"][];
            max: number;
            min: number;
            /** @enum {string} */
            type: "range";
        };
        FacetBucket: {
            count: number;
            from: number;
            to: number;
        };
        FacetValue: {
            count: number;
            value: string;
        };
        HistoryDataset: {
            data: components["schemas"]["HistoryPoint"][];
            label: string;
            retailerSlug: string;
        };
        HistoryPoint: {
            x: string;
            y: number;
        };
        HistoryStatistics: {
            averagePrice: number;
            currentLowestPrice: number | null;
            highestPrice: number;
            lowestPrice: number;
            priceDropPercentage: number | null;
        };
        Offer: {
            currency: string;
            id: string;
            inStock: boolean;
            listPrice: number | null;
            price: number;
            retailer: string;
            retailerSlug: string;
            shipping: number | null;
            shippingFreeOver: number | null;
            /** @enum {string} */
            stock: "in" | "out" | "unknown";
            stockLeft: number | null;
            tabby: boolean;
            title: string;
            updatedAt: string;
            url: string;
        };
        PriceHistory: {
            datasets: components["schemas"]["HistoryDataset"][];
            history: {
                [key: string]: unknown;
            }[];
            statistics: components["schemas"]["HistoryStatistics"];
        };
        PriceRange: {
            currency: string;
            max: number;
            min: number;
        };
        Product: {
            category: components["schemas"]["Category"];
            componentType: components["schemas"]["Category"];
            currency: string;
            dropPercent: number | null;
            id: string;
            imageUrl: string | null;
            inStock: boolean;
            listPrice: number | null;
            lowest30d: number | null;
            manufacturer: string;
            model: string;
            name: string;
            nameAr: string | null;
            price: number | null;
            rating: number | null;
            retailer: string | null;
            retailerCount: number;
            retailerSlug: string | null;
            reviewCount: number;
            specs: {
                [key: string]: string | number | boolean | string[];
            };
            trend: number[];
            url: string | null;
        };
        ProductDetail: {
            matchedProductsCount: number;
            priceRange: null | components["schemas"]["PriceRange"];
            product: components["schemas"]["Product"];
            retailers: components["schemas"]["Offer"][];
            sources: components["schemas"]["Source"][];
            specSources: {
                [key: string]: components["schemas"]["SpecSource"];
            };
        };
        ProductList: {
            category: null | components["schemas"]["Category"];
            facets: {
                [key: string]: components["schemas"]["Facet"];
            };
            hidden: number;
            limit: number;
            page: number;
            products: components["schemas"]["Product"][];
            total: number;
        };
        Retailer: {
            name: string;
            nameAr: string | null;
            position: number;
            shipping: null | components["schemas"]["Shipping"];
            slug: string;
            tabby: boolean;
            url: string;
        };
        RetailerList: {
            retailers: components["schemas"]["Retailer"][];
        };
        SearchAnswer: {
            corrected: string | null;
            dropped: string[];
            facets: {
                [key: string]: components["schemas"]["Facet"];
            };
            hidden: number;
            limit: number;
            page: number;
            products: components["schemas"]["Product"][];
            total: number;
            understood: components["schemas"]["Understood"][];
        };
        Shipping: {
            flat: number | null;
            freeOver: number | null;
        };
        Source: {
            attribution: string | null;
            name: string;
            slug: string;
            url: string | null;
        };
        SpecSource: {
            date: string;
            source: string;
        };
        SuggestedCategory: {
            route: string | null;
            type: components["schemas"]["Category"];
        };
        SuggestedProduct: {
            category: components["schemas"]["Category"];
            highlights: number[][];
            id: string;
            imageUrl: string | null;
            name: string;
            nameAr: string | null;
            price: number | null;
        };
        Suggestions: {
            brands: {
                name: string;
            }[];
            categories: components["schemas"]["SuggestedCategory"][];
            products: components["schemas"]["SuggestedProduct"][];
            queries: {
                text: string;
            }[];
        };
        Understood: {
            filter: {
                [key: string]: string | number | boolean | string[];
            };
            kind: string;
            label: string;
            words: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    categories: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CategoryList"];
                };
            };
            /** @description error */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description error */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description error */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description error */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_product: {
        parameters: {
            query?: {
                id?: string;
                ids?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductDetail"];
                };
            };
            /** @description error */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description error */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description error */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description error */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    price_history: {
        parameters: {
            query?: {
                range?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PriceHistory"];
                };
            };
            /** @description error */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description error */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description error */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description error */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_products: {
        parameters: {
            query?: {
                category?: string[];
                compatibleWith?: string[];
                inStock?: boolean;
                limit?: number;
                manufacturer?: string[];
                maxPrice?: number;
                minPrice?: number;
                minRating?: number;
                page?: number;
                q?: string;
                retailer?: string[];
                sort?: string;
                tabby?: boolean;
                tier?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductList"];
                };
            };
            /** @description error */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description error */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description error */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description error */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    retailers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetailerList"];
                };
            };
            /** @description error */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description error */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description error */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description error */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    search: {
        parameters: {
            query?: {
                category?: string[];
                compatibleWith?: string[];
                inStock?: boolean;
                limit?: number;
                manufacturer?: string[];
                maxPrice?: number;
                minPrice?: number;
                minRating?: number;
                page?: number;
                q?: string;
                retailer?: string[];
                sort?: string;
                tabby?: boolean;
                tier?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchAnswer"];
                };
            };
            /** @description error */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description error */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description error */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description error */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    suggest: {
        parameters: {
            query?: {
                limit?: number;
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Suggestions"];
                };
            };
            /** @description error */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description error */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description error */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description error */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
}
