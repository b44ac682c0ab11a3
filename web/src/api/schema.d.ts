// Generated from openapi.json by `npm run generate`. Do not edit.
export interface paths {
    "/api/admin/analytics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** `GET /api/admin/analytics`: returns the numbers of users, products, builds and reviews. */
        get: operations["get_analytics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** `GET /api/admin/audit-log`: lists the actions of administrators and of the matcher, newest first. */
        get: operations["list_audit_log"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/catalogue/{id}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * `POST /api/admin/catalogue/{id}/merge`: merges a product into another. Offers with their history, favourites,
         *     alerts, saved builds and reviews move to the other product, and the old address redirects to it.
         */
        post: operations["merge_product"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/catalogue/{id}/pictures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** `GET /api/admin/catalogue/{id}/pictures`: lists the pictures that retailers show of a product. */
        get: operations["list_product_pictures"];
        put?: never;
        /** `POST /api/admin/catalogue/{id}/pictures`: chooses, refuses or allows a picture of a product. */
        post: operations["decide_product_picture"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/catalogue/{id}/split": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * `POST /api/admin/catalogue/{id}/split`: moves some offers of a product, with their price history, to a new product.
         *     The matcher never joins the two products again.
         */
        post: operations["split_product"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/catalogue/{id}/split/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * `POST /api/admin/catalogue/{id}/split/undo`: undoes a split of the last hour, whoever made it. The new product's offers
         *     belong to the original again, and its address redirects there.
         */
        post: operations["undo_split"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** `GET /api/admin/jobs`: lists background jobs. */
        get: operations["list_jobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/jobs/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `POST /api/admin/jobs/cancel`: cancels jobs; the worker of a running job stops at its next heartbeat. */
        post: operations["cancel_jobs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/jobs/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `POST /api/admin/jobs/retry`: queues parked, cancelled or waiting jobs, due now. */
        post: operations["retry_jobs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/manufacturers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** `GET /api/admin/manufacturers`: lists the manufacturers that are not in the built-in table. */
        get: operations["list_manufacturers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/manufacturers/alias": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `POST /api/admin/manufacturers/alias`: records the name as an alias of a manufacturer. */
        post: operations["alias_manufacturer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/manufacturers/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `POST /api/admin/manufacturers/confirm`: confirms that the name is a manufacturer. */
        post: operations["confirm_manufacturer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/manufacturers/refuse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `POST /api/admin/manufacturers/refuse`: records that the name is not a manufacturer, such as a retailer's own name. */
        post: operations["refuse_manufacturer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/matches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** `GET /api/admin/matches`: lists the review queue: matches of an offer and a product for an administrator to decide. */
        get: operations["list_matches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/matches/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * `POST /api/admin/matches/approve`: matches the offer to the product. If the offer is on a provisional product,
         *     the two products are merged.
         */
        post: operations["approve_match"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/matches/approve-many": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `POST /api/admin/matches/approve-many`: approves the matches one by one; a failure does not stop the others. */
        post: operations["approve_many_matches"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/matches/bulk-decisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** `GET /api/admin/matches/bulk-decisions`: lists the bulk decisions of the last hour, of all administrators. */
        get: operations["list_bulk_decisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/matches/bulk-decisions/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * `POST /api/admin/matches/bulk-decisions/undo`: undoes a bulk decision of the last hour, the last decided match first.
         *     A failure does not stop the others; matches that failed with `TIMEOUT` are undone by another call.
         */
        post: operations["undo_bulk_decision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/matches/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * `GET /api/admin/matches/export`: returns the queue as CSV in UTF-8, with cells that a spreadsheet never reads as
         *     formulas.
         */
        get: operations["export_matches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/matches/flag": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `POST /api/admin/matches/flag`: stores a note; the match stays pending and needs review. */
        post: operations["flag_match"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/matches/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `POST /api/admin/matches/reject`: rejects the match. The matcher never proposes this pair again. */
        post: operations["reject_match"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/matches/reject-many": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `POST /api/admin/matches/reject-many`: rejects the matches one by one; a failure does not stop the others. */
        post: operations["reject_many_matches"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/matches/reopen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `POST /api/admin/matches/reopen`: makes a decided match pending again, whoever decided and however long ago. */
        post: operations["reopen_match"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/matches/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `POST /api/admin/matches/undo`: undoes the caller's own decision of the last 30 seconds. */
        post: operations["undo_match"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/offers/rejected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** `GET /api/admin/offers/rejected`: lists retailers' listings that could not become offers, with the reason. */
        get: operations["list_rejected_offers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/offers/waiting": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** `GET /api/admin/offers/waiting`: lists offers that belong to no product, with the reason. */
        get: operations["list_waiting_offers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/open-work": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** `GET /api/admin/open-work`: counts the items that wait for an administrator. */
        get: operations["get_open_work"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/operations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** `GET /api/admin/operations`: returns the state of crawls, jobs, the index and the outbox. */
        get: operations["get_operations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/price-differences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** `GET /api/admin/price-differences`: lists products whose prices differ much between retailers. */
        get: operations["list_price_differences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** `GET /api/admin/products`: lists the retailers' offers, with or without a product, page by page. */
        get: operations["list_admin_products"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/products/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** `DELETE /api/admin/products/{id}`: deletes an offer permanently; no crawl adds it again. */
        delete: operations["delete_product"];
        options?: never;
        head?: never;
        /** `PATCH /api/admin/products/{id}`: changes an offer and pins the changed fields. */
        patch: operations["edit_product"];
        trace?: never;
    };
    "/api/admin/products/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `POST /api/admin/products/link`: joins several offers to one product, or removes them from their products. */
        post: operations["link_products"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/quarantine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** `GET /api/admin/quarantine`: lists held prices that wait for a decision. */
        get: operations["list_quarantine"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/quarantine/drop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `POST /api/admin/quarantine/drop`: refuses held prices permanently. */
        post: operations["drop_held"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/quarantine/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `POST /api/admin/quarantine/release`: publishes held prices as they were read. */
        post: operations["release_held"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/retailers/{slug}/crawl": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `POST /api/admin/retailers/{slug}/crawl`: queues a crawl of a retailer, due now. */
        post: operations["crawl_retailer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** `GET /api/admin/users`: lists users. */
        get: operations["list_users"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}/grant-admin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `POST /api/admin/users/{id}/grant-admin`: makes a user an administrator and ends all their sessions. */
        post: operations["grant_admin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}/revoke-admin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * `POST /api/admin/users/{id}/revoke-admin`: removes the administrator role from a user (or from the caller) and ends
         *     all their sessions.
         */
        post: operations["revoke_admin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `POST /api/admin/users/{id}/sign-out`: ends all sessions of a user (or of the caller); the user may sign in again. */
        post: operations["sign_out_user"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/bot-check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** `GET /api/auth/bot-check`: returns the check that the sign-up page shows. */
        get: operations["get_bot_check"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** `GET /api/auth/challenge`: creates a challenge for the ALTCHA widget. */
        get: operations["get_challenge"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/confirm-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * `POST /api/auth/confirm-password`: confirms the password of the signed-in user and, where the user has one, the second
         *     factor. Administrators' calls require a confirmation within the last 12 hours.
         */
        post: operations["confirm_password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/forgot-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `POST /api/auth/forgot-password`: sends a reset link to the address, if it has an account. */
        post: operations["forgot_password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `POST /api/auth/login`: signs in and sets the session cookie. */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `POST /api/auth/logout`: ends the session of this browser. */
        post: operations["logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** `GET /api/auth/me`: returns the signed-in user, or null. */
        get: operations["get_current_user"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `POST /api/auth/register`: requests an account; following the mailed link creates it. */
        post: operations["register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `POST /api/auth/reset-password`: sets the new password and ends all sessions of the user. */
        post: operations["reset_password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/verify-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `POST /api/auth/verify-email`: creates the account that a mailed link belongs to. */
        post: operations["verify_email"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/basket": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `POST /api/basket`: computes the cheapest ways to buy a build, from one retailer or several. */
        post: operations["find_basket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/budget-builds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * `POST /api/budget-builds`: the best builds that a budget pays for.
         * @description Every part is in stock, except fixed parts that are `owned`. No rule of compatibility fails or warns, except of an
         *     oversized power supply; with `allowUnknown`, rules that cannot be checked may stay unchecked. The total is that of the cheapest basket. The best build is proved (`optimal`)
         *     unless its search ended early. Indices are estimated from specifications.
         *
         *     Searches are limited by their time, summed up by address. Whoever has used much of it, and everybody while many others search,
         *     has a quick answer: the best build alone that a few milliseconds find, without swaps and next step, with its gap.
         */
        post: operations["find_budget_builds"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/budget-builds/curve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** `GET /api/budget-builds/curve`: the index that each budget buys, without constraints. */
        get: operations["get_budget_curve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/budget-upgrades": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * `POST /api/budget-upgrades`: what of the parts at home to change first for a sum.
         * @description Up to three changes: the best one of one part, of two, of more, with what each costs and gains. Parts that stay cost nothing;
         *     every rule of compatibility passes with the new ones, and the total is that of the cheapest basket.
         */
        post: operations["find_budget_upgrades"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/builds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** `GET /api/builds`: lists the builds of the signed-in user. */
        get: operations["list_builds"];
        put?: never;
        /** `POST /api/builds`: saves a build at today's prices. */
        post: operations["create_build"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/builds/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * `GET /api/builds/{shareToken}`: returns a shared build. The owner can also read it by its id, and while it is
         *     private.
         */
        get: operations["get_build"];
        /** `PUT /api/builds/{id}`: changes the given fields of a build. */
        put: operations["update_build"];
        post?: never;
        /** `DELETE /api/builds/{id}`: deletes a build; its share link stops working. */
        delete: operations["delete_build"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/builds/{id}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `POST /api/builds/{id}/duplicate`: saves a copy of a build, private and at today's prices. */
        post: operations["duplicate_build"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** `GET /api/categories`: lists the categories with their numbers of products. */
        get: operations["list_categories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compatibility": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `POST /api/compatibility`: checks a build with every rule. */
        post: operations["check_build"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compatibility/candidates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `POST /api/compatibility/candidates`: checks products against a build, with the rules that check a build. */
        post: operations["check_candidates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/favorites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** `GET /api/favorites`: lists the favourites of the signed-in user. */
        get: operations["list_favorites"];
        put?: never;
        /** `POST /api/favorites`: adds a product to the favourites. Repeating the call changes nothing. */
        post: operations["add_favorite"];
        /**
         * `DELETE /api/favorites`: removes a product from the favourites. Removing a product that is not a favourite succeeds
         *     as well.
         */
        delete: operations["remove_favorite"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** `GET /api/health`: returns the health of this process, for load balancers and operators. */
        get: operations["get_health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** `GET /api/health/live`: answers while the process does; a restart helps when it fails. */
        get: operations["get_liveness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * `GET /api/health/ready`: returns whether load balancers should send visitors here, with or without the database. A
         *     background task that fails is named, and keeps nobody away.
         */
        get: operations["get_readiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/landing-pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * `GET /api/landing-pages`: lists the landing pages of a category's chips, sockets, capacities and manufacturers, the
         *     most searched first.
         */
        get: operations["list_landing_pages"];
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
        /**
         * `GET /api/products?id=`: returns a product with its offers; for a merged product, the product it was merged into.
         *     `?ids=a,b` returns several products in the requested order.
         */
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
        /** `GET /api/products/{id}/price-history`: returns the price history of a product by retailer. Never cached. */
        get: operations["get_price_history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/{id}/reviews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** `GET /api/products/{id}/reviews`: lists the reviews of a product. */
        get: operations["list_reviews"];
        put?: never;
        /** `POST /api/products/{id}/reviews`: stores the caller's review of a product and replaces an earlier one. */
        post: operations["submit_review"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/{id}/reviews/mine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** `GET /api/products/{id}/reviews/mine`: returns the caller's own review of a product. */
        get: operations["get_own_review"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/{id}/views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * `POST /api/products/{id}/views`: counts a view of a product's page. The page sends this request when it is opened; the
         *     request for the product itself is no view, because browsers send that one already when a pointer rests on a link.
         */
        post: operations["count_view"];
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
        /**
         * `GET /api/products/list`: returns a page of the products that match the filters.
         * @description `category` of the answer is the requested category, if exactly one is requested. Filters combine: every group must
         *     match, and within a group any value suffices. Facts are filtered by `spec.<key>=value` (any of several), or for
         *     numbers by `spec.<key>.min` and `spec.<key>.max`; the keys are those of a product's `specs`. `hidden` counts the
         *     products that `compatibleWith` leaves out because a compatibility rule reports an error. Unknown facts do not hide a
         *     product.
         */
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
        /** `GET /api/retailers`: lists the retailers, in the order in which they were added. */
        get: operations["list_retailers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reviews/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** `DELETE /api/reviews/{id}`: deletes a review. Only its author and administrators may. */
        delete: operations["delete_review"];
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
        /**
         * `GET /api/search`: returns a page of the products that match `q`, best first, with the filters understood in it.
         * @description Filters are those of `GET /api/products/list`. `explain` adds the composition of each product's score, for
         *     administrators only.
         */
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** `GET /api/sources`: lists the sources of product facts with their notices, by name. */
        get: operations["list_sources"];
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
        /** `GET /api/suggest`: suggests products, categories, manufacturers, queries and retailers for a typed text. */
        get: operations["suggest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `POST /api/user/delete`: deletes the account and all its data. The last administrator cannot delete theirs. */
        post: operations["delete_account"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** `GET /api/user/export`: returns all data stored about the signed-in user as a JSON download. */
        get: operations["export_data"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** `GET /api/user/notifications`: lists the newest notifications of the signed-in user. */
        get: operations["list_notifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/notifications/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `POST /api/user/notifications/read`: marks notifications as read. Ids of other users' notifications are ignored. */
        post: operations["read_notifications"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `POST /api/user/password`: changes the password. This browser gets a new session token; all other sessions end. */
        post: operations["change_password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/price-alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** `GET /api/user/price-alerts`: lists the alerts of the signed-in user, newest first. */
        get: operations["list_alerts"];
        put?: never;
        /**
         * `POST /api/user/price-alerts`: creates a price alert. A repeated request updates the same alert, measured from
         *     today's price.
         */
        post: operations["create_alert"];
        /** `DELETE /api/user/price-alerts?alertId=`: deletes a price alert. */
        delete: operations["delete_alert"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** `GET /api/user/second-factor`: says which second factors the signed-in user has. */
        get: operations["get_second_factor"];
        put?: never;
        /**
         * `POST /api/user/second-factor`: creates the secret of an authenticator app. Until a code of the app is confirmed,
         *     sign-ins ask for none.
         */
        post: operations["create_second_factor"];
        /** `DELETE /api/user/second-factor`: removes the authenticator app. Passkeys stay; without one, two-step sign-in is off. */
        delete: operations["delete_second_factor"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/second-factor/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * `POST /api/user/second-factor/confirm`: adds the authenticator app with its first code. This browser gets a new
         *     session token. If the app is the user's first factor, all other sessions end, and there are recovery codes.
         */
        post: operations["confirm_second_factor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/second-factor/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * `POST /api/user/second-factor/passkeys`: adds the passkey that the browser has created. This browser gets a new
         *     session token. If the passkey is the user's first factor, all other sessions end, and there are recovery codes.
         */
        post: operations["add_passkey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/second-factor/passkeys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** `DELETE /api/user/second-factor/passkeys/{id}`: removes a passkey. Without another factor, two-step sign-in is off. */
        delete: operations["delete_passkey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/second-factor/passkeys/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `POST /api/user/second-factor/passkeys/challenge`: begins the use of a passkey before a change of the factors. */
        post: operations["challenge_passkey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/second-factor/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `POST /api/user/second-factor/passkeys/options`: begins the addition of a passkey. */
        post: operations["start_passkey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/second-factor/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** `POST /api/user/second-factor/recovery-codes`: replaces all recovery codes of the user by ten new ones. */
        post: operations["renew_recovery_codes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** `GET /api/user/sessions`: lists the sessions of the signed-in user. */
        get: operations["list_sessions"];
        put?: never;
        post?: never;
        /** `DELETE /api/user/sessions`: ends every session of the signed-in user, this one included. */
        delete: operations["end_all_sessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** `DELETE /api/user/sessions/{id}`: ends one session of the signed-in user. */
        delete: operations["end_session"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** `GET /api/user/settings`: returns the settings of the signed-in user. */
        get: operations["get_settings"];
        /** `PUT /api/user/settings`: changes the given settings and returns all of them. */
        put: operations["change_settings"];
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
        /** @description The passkey that was added. */
        AddedPasskey: {
            passkey: components["schemas"]["PasskeyEntry"];
            /** @description Recovery codes, which are shown this one time. Empty when the user has codes already. */
            recoveryCodes: string[];
        };
        /**
         * @description A passkey that the browser has created. The example is well formed, and answers no open challenge: 409.
         * @example {
         *       "credential": {
         *         "clientExtensionResults": {},
         *         "id": "AAECAwQFBgcICQoLDA0ODw",
         *         "rawId": "AAECAwQFBgcICQoLDA0ODw",
         *         "response": {
         *           "attestationObject": "o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YViUCKVs_Ze19l_5HYWQhHQvEim_6HvVh4Ju9P6UjPFOP6ZFAAAAAAAAAAAAAAAAAAAAAAAAAAAAEAABAgMEBQYHCAkKCwwNDg-lAQIDJiABIVggaxfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpYiWCBP40Li_hp_m47n60p8D54WK84zV2sxXs7LtkBoN79R9Q",
         *           "clientDataJSON": "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoiQUFBQUFBQUFBQUFBQUFBQUFBQUFBQSIsIm9yaWdpbiI6Imh0dHBzOi8vdGFqbWVlYS5leGFtcGxlIiwiY3Jvc3NPcmlnaW4iOmZhbHNlfQ",
         *           "transports": [
         *             "usb"
         *           ]
         *         },
         *         "type": "public-key"
         *       },
         *       "name": "My phone"
         *     }
         */
        AddPasskeyRequest: {
            /** @description The `toJSON()` of the credential that `navigator.credentials.create()` gave. */
            credential: Record<string, never>;
            /** @description 1 to 50 characters: the user's own name for it. */
            name: string;
        };
        /** @description A retailer's offer, and the product that it belongs to. */
        AdminProduct: {
            /**
             * Format: uuid
             * @description The product in the catalogue; null for an offer without a product.
             */
            canonicalId: string | null;
            canonicalName: string | null;
            category: string | null;
            /** @example KWD */
            currency: string;
            /** @description Whether the retailer no longer lists the offer. */
            ended: boolean;
            /** Format: uuid */
            id: string;
            inStock: boolean;
            manufacturer: string | null;
            model: string | null;
            name: string;
            picture: components["schemas"]["Picture"] | null;
            /**
             * @description Fields that an administrator set and crawls do not overwrite: `name`, `category`, `manufacturer`, `price`.
             * @example [
             *       "price"
             *     ]
             */
            pinned: string[];
            price: components["schemas"]["Kwd"];
            retailer: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description Address of the offer's page at the retailer. */
            url: string;
        };
        /** @description A page of offers. */
        AdminProductList: {
            /** Format: int32 */
            limit: number;
            /**
             * Format: int32
             * @description From 0.
             */
            page: number;
            products: components["schemas"]["AdminProduct"][];
            /** Format: int64 */
            total: number;
        };
        /** @description A user's alerts, newest first. */
        AlertList: {
            alerts: components["schemas"]["PriceAlert"][];
        };
        /**
         * @description The alert types.
         * @enum {string}
         */
        AlertType: "ANY_DROP" | "TARGET_PRICE" | "PERCENTAGE_DROP" | "BUILD_TOTAL" | "BUDGET_BUILD";
        /** @description Figures of the whole site. */
        Analytics: {
            /**
             * Format: date-time
             * @description When the counts of products were last rolled up.
             */
            countedAt: string | null;
            distribution: components["schemas"]["Distribution"];
            growth: components["schemas"]["Growth"];
            recent: components["schemas"]["Recent"];
            totals: components["schemas"]["Totals"];
        };
        /** @description Outcome of the approvals. */
        ApproveOutcome: {
            approved: number;
            failed: components["schemas"]["BatchFailure"][];
        };
        /** @description One entry of the audit log: what an administrator or the matcher did to which target. */
        AuditAction: {
            /** @example APPROVE_MATCH */
            actionType: string;
            admin: components["schemas"]["AuditAdmin"];
            after: Record<string, never> | null;
            /** @description Fields of the target before and after the action; null where the target did not exist. */
            before: Record<string, never> | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: uuid */
            id: string;
            targetId: string;
            /** @description Current name of the target. */
            targetName: string | null;
            /**
             * Format: uuid
             * @description Product page that the target is, belongs to, or is about.
             */
            targetProductId: string | null;
            /** @example MATCH */
            targetType: string;
        };
        /** @description Author of an action. */
        AuditAdmin: {
            email: string | null;
            /** @description `SYSTEM` for the matcher. */
            name: string;
        };
        /** @description An administrator who appears in the log. */
        AuditAuthor: {
            email: string | null;
            /** Format: uuid */
            id: string;
            name: string;
        };
        /** @description A page of the audit log. */
        AuditLog: {
            /** @description Newest first. */
            actions: components["schemas"]["AuditAction"][];
            /** @description Every action type in the log, for the filter. */
            actionTypes: string[];
            /** @description Every administrator in the log, for the filter. */
            admins: components["schemas"]["AuditAuthor"][];
            /** Format: int32 */
            limit: number;
            /** Format: int32 */
            page: number;
            /** Format: int64 */
            total: number;
        };
        /** @description Ways to buy a build. Only offers in stock count; a part with its whole quantity comes from one retailer. */
        Baskets: {
            cheapest: components["schemas"]["Plan"] | null;
            /** @example KWD */
            currency: string;
            eachLowest: components["schemas"]["Plan"] | null;
            /**
             * @description The cheapest splits over fewer retailers than `cheapest` has, each with fewer than the one before it; empty when
             *     there are none.
             */
            fewerRetailers: components["schemas"]["Plan"][];
            nearestRetailer: components["schemas"]["NearestRetailer"] | null;
            /** @description Requested ids of unknown products. */
            notFound: string[];
            /** @description Entries that could not be put into the build; the plans cover the others. */
            refused: components["schemas"]["RefusedEntry"][];
            /** @description Parts that no retailer has in stock in the requested quantity; no plan contains them. */
            unavailable: string[];
        };
        /** @description An id whose action failed. */
        BatchFailure: {
            /** @example MATCH_DECIDED */
            code: string;
            /** @description Reason, to show to the administrator. */
            error: string;
            id: string;
        };
        /** @description A better build than the budget pays for. */
        BetterBuild: components["schemas"]["PricedBudgetBuild"] & {
            /** @description Parts of this build that the best build within the budget does not have. */
            changed: string[];
            /** @description The sum that it costs beyond the budget. */
            extra: components["schemas"]["Kwd"];
        };
        /** @description A transaction of the database server that keeps changes from the index for as long as it lasts. */
        BlockingTransaction: {
            application: string | null;
            database: string | null;
            /** @description Name of the prepared transaction. */
            prepared: string | null;
            /**
             * Format: int32
             * @description Process id of the server process that runs it; null for a prepared transaction.
             */
            process: number | null;
            /**
             * Format: double
             * @description Duration of the transaction so far.
             */
            seconds: number | null;
            user: string | null;
        };
        /** @description Data that the sign-up page needs to show its check. */
        BotCheckSetup: {
            /**
             * @description `altcha` or `turnstile`.
             * @example altcha
             */
            provider: string;
            /** @description Public key of Turnstile; null for `altcha`. */
            siteKey: string | null;
        };
        /** @description Builds for a sum of money. Every index is estimated from specifications; none is a frame rate. */
        BudgetBuilds: {
            budget: components["schemas"]["Kwd"];
            /** @description Up to three that differ in kind, the best one first; empty where the budget pays for none. */
            builds: components["schemas"]["BuildOption"][];
            /** @example KWD */
            currency: string;
            least: components["schemas"]["LeastBuild"] | null;
            nextStep: components["schemas"]["BetterBuild"] | null;
            noBuild: components["schemas"]["NoBuildReason"] | null;
            /** @description Every product that the answer names. */
            products: components["schemas"]["BudgetProduct"][];
            /** @description Every retailer that the answer names. */
            retailers: components["schemas"]["BudgetRetailer"][];
            use: components["schemas"]["BuildUse"];
        };
        /** @description A request for builds within a budget. */
        BudgetBuildsRequest: {
            /**
             * @description Whether rules that cannot be checked, because a fact is not stated, may stay unchecked. Otherwise every rule is
             *     checked.
             */
            allowUnknown?: boolean;
            /**
             * Format: double
             * @description In dinars: above 0, at most 1,000,000.
             * @example 500
             */
            budget: number;
            /**
             * @description `delivered` (the default): the budget pays for parts and delivery; `parts`: for parts alone.
             * @example delivered
             */
            counts?: string | null;
            use: components["schemas"]["BuildUse"];
            wishes?: components["schemas"]["BuildWishes"];
        };
        /** @description The best builds of growing budgets, at today's prices and at those of 90 days ago. */
        BudgetCurve: {
            /**
             * @description At the prices and stock with which `beforeDay` began, of the parts, retailers and delivery rules at the day's first
             *     request; empty where no build was possible, or none was found in time.
             */
            before: components["schemas"]["CurvePoint"][];
            /** @example 2026-08-25 */
            beforeDay: string;
            /** @example KWD */
            currency: string;
            leastTotal: components["schemas"]["Kwd"] | null;
            today: components["schemas"]["CurvePoint"][];
            use: components["schemas"]["BuildUse"];
        };
        /** @description Parts that one retailer delivers. */
        BudgetDelivery: {
            fee: components["schemas"]["Kwd"] | null;
            partsTotal: components["schemas"]["Kwd"];
            retailer: string;
        };
        /** @description A part of a build. */
        BudgetPart: {
            category: components["schemas"]["Category"];
            /** @description At home already: it costs nothing. */
            owned: boolean;
            /** @description Times the quantity. */
            price: components["schemas"]["Kwd"];
            /** Format: uuid */
            productId: string;
            /** Format: int32 */
            quantity: number;
            /** @description The slug of the retailer; null for an owned part. */
            retailer: string | null;
        };
        /** @description A product that an answer names. */
        BudgetProduct: {
            category: components["schemas"]["Category"];
            /** Format: uuid */
            id: string;
            name: string;
            picture: components["schemas"]["Picture"] | null;
        };
        /** @description A retailer that an answer names. */
        BudgetRetailer: {
            name: string;
            nameAr: string;
            slug: string;
        };
        /** @description The changes to make first. Every index is estimated from specifications; none is a frame rate. */
        BudgetUpgrades: {
            budget: components["schemas"]["Kwd"];
            /** @example KWD */
            currency: string;
            /**
             * Format: double
             * @description Worth of the PC as it is, 0 to 100.
             * @example 41.2
             */
            index: number;
            noUpgrade: components["schemas"]["NoBuildReason"] | null;
            /** @description Every product that the answer names. */
            products: components["schemas"]["BudgetProduct"][];
            /** @description Every retailer that the answer names. */
            retailers: components["schemas"]["BudgetRetailer"][];
            /** @description Up to three: the best change of one part, of two, of more. Each is better than the one before. */
            upgrades: components["schemas"]["UpgradeOption"][];
            use: components["schemas"]["BuildUse"];
        };
        /** @description A request for upgrades of a PC. */
        BudgetUpgradesRequest: {
            /**
             * @description Whether rules that cannot be checked, because a fact is not stated, may stay unchecked. Otherwise every rule passes, also
             *     among the parts at home.
             */
            allowUnknown?: boolean;
            /**
             * Format: double
             * @description The sum for new parts, in dinars: above 0, at most 1,000,000.
             * @example 150
             */
            budget: number;
            /**
             * @description `delivered` (the default): the budget pays for parts and delivery; `parts`: for parts alone.
             * @example delivered
             */
            counts?: string | null;
            /** @description The parts at home. Those of one class are replaced together. */
            parts: components["schemas"]["HomePart"][];
            /** @description Only these retailers, by slug. */
            retailers?: string[];
            /** @description Only retailers that take Tabby. */
            tabby?: boolean;
            use: components["schemas"]["BuildUse"];
        };
        /** @description A saved build. */
        Build: {
            /** @description Parts by category: one part, or a list where the slot holds several. */
            components: {
                [key: string]: components["schemas"]["SlotContent"];
            };
            /** Format: date-time */
            createdAt: string;
            /** @example KWD */
            currency: string;
            description: string | null;
            /** Format: uuid */
            id: string;
            /** @description Whether every required category is filled. */
            isComplete: boolean;
            /** @description Whether the build belongs to the caller. */
            isOwn: boolean;
            /** @description Whether everybody with the link may read the build; only while the owner allows sharing. */
            isPublic: boolean;
            name: string;
            /** Format: date-time */
            pricedAt: string;
            shareToken: string;
            /** @description Total at today's lowest prices, without the parts that no retailer has now. */
            todayTotal: components["schemas"]["Kwd"];
            /** @description Total at the prices of the day it was saved (`pricedAt`). */
            totalPrice: components["schemas"]["Kwd"];
            /** @description Number of parts that no retailer has now, or that are gone from the catalogue. */
            unpriced: number;
            /** Format: date-time */
            updatedAt: string;
            user: components["schemas"]["BuildOwner"] | null;
            /**
             * Format: int32
             * @description Version number, increased by each save that changes name, description or parts. Such a save is refused with 409
             *     if it states another version and other content than the saved one.
             */
            version: number;
            /** Format: int64 */
            viewCount: number;
        };
        /** @description A build with its share link. */
        BuildAnswer: {
            build: components["schemas"]["Build"];
            /** @description Requested ids of unknown products, which were left out. */
            notFound: string[];
            /** @description Entries that could not be put into the build; the others were saved. */
            refused: components["schemas"]["RefusedEntry"][];
            /** @description Address of the build's page. Other users can open it only while the build is public. */
            shareUrl: string;
        };
        /** @description A part of a build. */
        BuildComponent: {
            componentType: components["schemas"]["Category"];
            price: components["schemas"]["Kwd"] | null;
            product: components["schemas"]["BuildProduct"];
            /** Format: int32 */
            quantity: number;
            state: components["schemas"]["PartState"];
        };
        /** @description A page of a user's builds, most recently changed first. */
        BuildList: {
            builds: components["schemas"]["Build"][];
            /** Format: int32 */
            limit: number;
            /** Format: int32 */
            page: number;
            /** Format: int64 */
            total: number;
        };
        /** @description A build as an answer to a budget. */
        BuildOption: components["schemas"]["PricedBudgetBuild"] & {
            /**
             * Format: double
             * @description By how much a better one could be better, in points of the index, where the search ended early; for `goodEnough` null.
             */
            gap: number | null;
            /**
             * @description `best` for the use, `goodEnough` (nearly as good for the least money), `quiet` or `small`.
             * @example best
             */
            kind: string;
            largestShare: components["schemas"]["PartShare"] | null;
            /** @description Whether it is proved that no build of its kind is better. */
            optimal: boolean;
            /** @description For each part at most one that saves money and one that is better, everything else as it is. */
            swaps: components["schemas"]["PartSwap"][];
        };
        /** @description Owner of a build. */
        BuildOwner: {
            name: string;
        };
        /** @description Changes to a build; absent fields stay as they are. */
        BuildPatch: {
            /**
             * @description Replaces all parts of the build, at today's prices. A request that changes neither name, description nor parts
             *     leaves the saved prices as they are.
             */
            components?: {
                [key: string]: unknown;
            } | null;
            currency?: string | null;
            /** @description An empty text removes the description. */
            description?: string | null;
            isPublic?: boolean | null;
            name?: string | null;
            totalPrice?: unknown;
            /**
             * Format: int32
             * @description The version that the change is based on. When another version was saved meanwhile, and its name, description or
             *     parts differ from those sent, nothing is changed: 409. Without this field the last save wins.
             */
            version?: number | null;
        };
        /** @description A product in a build, with today's data. */
        BuildProduct: {
            category: components["schemas"]["Category"];
            /** @example KWD */
            currency: string;
            /**
             * Format: uuid
             * @description Null for a product that is gone from the catalogue; its name is kept.
             */
            id: string | null;
            inStock: boolean;
            listPrice: components["schemas"]["Kwd"] | null;
            manufacturer: string;
            model: string;
            name: string;
            nameAr: string | null;
            picture: components["schemas"]["Picture"] | null;
            price: components["schemas"]["Kwd"] | null;
            retailer: string | null;
            retailerSlug: string | null;
            url: string | null;
        };
        /** @description A build to check. */
        BuildRequest: {
            /**
             * @description Chosen parts by category: nothing (null), a product id, `{productId, quantity}`, a component of a saved build
             *     (`{product: {id}}`), or a list of these.
             * @example {
             *       "CPU": "8a1f0c52-6d3e-4b7a-9c15-2f4e8d7b6a90",
             *       "RAM": [
             *         {
             *           "productId": "77c0b3d4-1e8f-4a26-8b5d-9e3c6f1a0d47",
             *           "quantity": 2
             *         }
             *       ]
             *     }
             */
            components: {
                [key: string]: unknown;
            };
        };
        /**
         * @description Use of a build
         * @enum {string}
         */
        BuildUse: "gaming-1080p" | "gaming-1440p" | "gaming-4k" | "rendering" | "office";
        /** @description Constraints beside budget and use; an absent field constrains nothing. */
        BuildWishes: {
            /**
             * @description The case has this colour; coolers and cards of a stated other colour are left out.
             * @default null
             * @example white
             */
            color: string | null;
            /**
             * @description `amd` or `intel`.
             * @default null
             * @example amd
             */
            cpuManufacturer: string | null;
            /**
             * @description Manufacturer of the graphics chip: `amd`, `intel` or `nvidia`.
             * @default null
             * @example nvidia
             */
            gpuManufacturer: string | null;
            /**
             * @description Parts that must be in the build.
             * @default []
             */
            keep: components["schemas"]["FixedPart"][];
            /**
             * Format: int32
             * @description At least so much memory, in GB.
             * @default null
             */
            minMemory: number | null;
            /**
             * Format: int32
             * @description At least so much storage, in GB.
             * @default null
             */
            minStorage: number | null;
            /**
             * @description Whether a monitor is part of the build and of its price.
             * @default false
             */
            monitor: boolean;
            /** @default false */
            quiet: boolean;
            /**
             * @description Only these retailers, by slug.
             * @default []
             */
            retailers: string[];
            /**
             * @description Greatest size: `mini-itx` or `micro-atx`.
             * @default null
             * @example micro-atx
             */
            size: string | null;
            /**
             * @description Only retailers that take Tabby.
             * @default false
             */
            tabby: boolean;
            /** @default false */
            wifi: boolean;
        };
        /** @description Matches that an administrator decided together. */
        BulkDecisionBody: {
            /**
             * Format: int64
             * @description Number of its matches that can be undone.
             */
            count: number;
            /** Format: date-time */
            decidedAt: string;
            /** @description Name of the administrator. */
            decidedBy: string | null;
            /** Format: uuid */
            id: string;
            /**
             * @description `APPROVED` or `REJECTED`.
             * @example APPROVED
             */
            status: string;
            /** Format: date-time */
            undoUntil: string;
        };
        /** @description The bulk decisions that can be undone, the newest first. */
        BulkDecisionList: {
            bulkDecisions: components["schemas"]["BulkDecisionBody"][];
        };
        /** @description Outcome of the cancellations. */
        CancelOutcome: {
            cancelled: number;
            failed: components["schemas"]["BatchFailure"][];
        };
        /** @description Outcomes of the candidates checked against the build. */
        CandidateFits: {
            /** @description In the requested order, without products that no rule compares with the build. */
            candidates: components["schemas"]["ProductFit"][];
        };
        /** @description Products to check against a build. */
        CandidatesRequest: {
            beside?: components["schemas"]["Category"] | null;
            /** @description The products of the page. */
            candidates: string[];
            /**
             * @description Chosen parts, as for `POST /api/compatibility`.
             * @example {
             *       "CASE": "8a1f0c52-6d3e-4b7a-9c15-2f4e8d7b6a90"
             *     }
             */
            components: {
                [key: string]: unknown;
            };
            /** @description Whether to return each candidate's measured facts. */
            facts?: boolean;
        };
        /**
         * @description A kind of product
         * @enum {string}
         */
        Category: "CPU" | "CPU_COOLER" | "MOTHERBOARD" | "RAM" | "STORAGE" | "GPU" | "CASE" | "PSU" | "MONITOR" | "CASE_FAN" | "KEYBOARD" | "MOUSE" | "HEADSET" | "OTHER";
        /** @description Number of products of a category. */
        CategoryCount: {
            /** @example GPU */
            category: string;
            /** Format: int64 */
            count: number;
        };
        /** @description A product category. */
        CategoryEntry: {
            /**
             * Format: int64
             * @description Number of products in the category.
             */
            count: number;
            /** @description Name of the icon. */
            icon: string;
            label: string;
            labelAr: string;
            /** @description Keyboard key that opens the listing. */
            letter: string | null;
            /** @description Whether a complete build needs this category. */
            required: boolean;
            /** @description Path of the listing page, if the category has one. */
            route: string | null;
            type: components["schemas"]["Category"];
        };
        /** @description All categories, in the order of the builder's rows. */
        CategoryList: {
            categories: components["schemas"]["CategoryEntry"][];
        };
        /** @description One side of a comparison. */
        ComparisonSide: {
            /**
             * Format: uuid
             * @description Best product of the side; null if it has none.
             */
            product: string | null;
            words: string;
        };
        /** @description Result of all compatibility rules for a build. */
        Compatibility: {
            /** @description Whether there is no error. Rules that could not be checked are not errors; `unchecked` lists them. */
            compatible: boolean;
            /** @example KWD */
            currency: string;
            /**
             * Format: int32
             * @description Estimated power draw, in W.
             */
            estimatedWatts: number;
            /** @description Whether every required category is filled. */
            isComplete: boolean;
            /** @description Errors first, then warnings, then notes. */
            issues: components["schemas"]["Issue"][];
            lineItems: components["schemas"]["WattLine"][];
            /** @description Requested ids of unknown products. */
            notFound: string[];
            /** @description Rules that were checked and passed. */
            passed: components["schemas"]["Passed"][];
            /**
             * Format: int32
             * @description Recommended power supply, in W; null while neither a processor nor a graphics card is chosen.
             */
            recommendedPsu: number | null;
            /** @description Entries that could not be put into the build; the rules checked the others. */
            refused: components["schemas"]["RefusedEntry"][];
            /**
             * Format: int32
             * @description Power draw that the power supply must cover, in W.
             */
            requiredWatts: number;
            /** @description Total at today's lowest prices, computed by the server, without the parts of `unpriced`. */
            totalPrice: components["schemas"]["Kwd"];
            /** @description Rules that could not be checked, with the facts that would decide them. */
            unchecked: components["schemas"]["Unchecked"][];
            /** @description Parts that nobody sells now. */
            unpriced: string[];
            /** @description Whether every line of the sum is known. */
            wattsKnown: boolean;
        };
        /** @description A code of the authenticator app. */
        ConfirmSecondFactorRequest: {
            code: string;
        };
        /** @description Name of a copy. */
        CopyRequest: {
            /** @description By default the original's name with ` (Copy)`. */
            name?: string | null;
        };
        /** @description Result of a crawl. */
        CrawlReport: {
            /**
             * Format: int32
             * @description Number of offers that are new, changed or ended.
             */
            changes: number;
            /** @description Reason why the crawl did not complete. */
            error: string | null;
            /**
             * Format: int32
             * @description Number of listings that could not be read.
             */
            errors: number;
            /** Format: date-time */
            finishedAt: string | null;
            /**
             * Format: int32
             * @description Number of prices held back for a decision.
             */
            held: number;
            /** Format: int32 */
            offers: number;
            /** Format: date-time */
            startedAt: string;
            /**
             * @description RUNNING, COMPLETE, PARTIAL, HELD or FAILED.
             * @example COMPLETE
             */
            state: string;
        };
        /** @description The created alert. */
        CreatedAlert: {
            /** Format: uuid */
            id: string;
        };
        /** @description Mail address and password of a sign-in, and a code or a passkey where the account has a second factor. */
        Credentials: {
            /**
             * @description A code of the authenticator app, or a recovery code. Without it or a passkey, a user with a second factor gets 401
             *     with the code `SECOND_FACTOR_REQUIRED`.
             */
            code?: string | null;
            email: string;
            /** @description The `toJSON()` of the credential that `navigator.credentials.get()` gave for the options of that 401. */
            passkey?: Record<string, never> | null;
            password: string;
        };
        /** @description The signed-in user; null when nobody is signed in. */
        CurrentUser: {
            user: components["schemas"]["User"] | null;
        };
        /** @description The best build of one budget. */
        CurvePoint: {
            budget: components["schemas"]["Kwd"];
            /**
             * Format: double
             * @description Utility of the build, from 0 to 100; never lower than that of a smaller budget.
             */
            index: number;
            total: components["schemas"]["Kwd"];
        };
        /**
         * @description Whether the database answers.
         * @enum {string}
         */
        DatabaseHealth: "up" | "down";
        /** @description Number created on one day. */
        DayCount: {
            /** Format: int64 */
            count: number;
            /**
             * Format: date
             * @example 2026-11-21
             */
            createdAt: string;
        };
        /** @description Matches to decide on together. */
        DecidedMatches: {
            /** @description Id of the bulk decision, a random UUID that the client chooses: several calls with one id are undone together. */
            bulkId?: string | null;
            /** @description Ids of at most 1,000 matches. */
            ids: string[];
        };
        /** @description Numbers of products by category and by retailer, the largest first. */
        Distribution: {
            productsByCategory: components["schemas"]["CategoryCount"][];
            /** @description The ten retailers that sell the most products now. */
            topRetailers: components["schemas"]["RetailerCount"][];
        };
        /** @description Outcome of the refusals. */
        DropOutcome: {
            dropped: number;
            failed: components["schemas"]["BatchFailure"][];
        };
        /** @description Password confirmation for ending sessions: a stranger at an open browser signs nobody out elsewhere. */
        EndSessionsRequest: {
            password: string;
        };
        /** @description Body of every error. */
        ErrorBody: {
            /**
             * @description Stable code for programs.
             * @example INVALID_FIELDS
             */
            code: string;
            /** @description Message for users, in English. */
            error: string;
            /** @description The same in Arabic, where the message names values. */
            errorAr?: string;
            /** @description Problem of each wrong field, when fields are wrong. */
            fields?: {
                [key: string]: string;
            };
            /** @description The second factors by which a sign-in goes on, with the code `SECOND_FACTOR_REQUIRED`. */
            secondFactor?: components["schemas"]["SecondFactorChoices"];
        };
        /** @description One piece of evidence of a match. */
        EvidenceBody: {
            /** @example FACT_DIFFERS */
            code: string;
            /** @description Name of the fact that it is about. */
            key?: string | null;
            offer?: string | null;
            product?: string | null;
        };
        /** @description One side of a comparison. */
        EvidenceFact: {
            /**
             * @description Name of a spec or a derived fact.
             * @example length
             */
            key: string;
            origin: components["schemas"]["FactOrigin"];
            /**
             * Format: uuid
             * @description The part that has the fact; null when the figure belongs to the build.
             */
            part: string | null;
            value: components["schemas"]["FactValue"];
        };
        /** @description Composition of a product's score. */
        Explanation: {
            parts: components["schemas"]["ScorePart"][];
            /**
             * Format: float
             * @description Higher is better; comparable only within one answer.
             */
            score: number;
        };
        /** @description Counts of one filter group. */
        Facet: {
            /** @enum {string} */
            type: "values";
            values: components["schemas"]["FacetValue"][];
        } | {
            buckets: components["schemas"]["FacetBucket"][];
            /** Format: double */
            max: number;
            /** Format: double */
            min: number;
            /** @enum {string} */
            type: "range";
        };
        /** @description Number of products in `from..to`; the last bucket includes `to`. */
        FacetBucket: {
            /** Format: int64 */
            count: number;
            /** Format: double */
            from: number;
            /** Format: double */
            to: number;
        };
        /** @description Number of products with one value. */
        FacetValue: {
            /** Format: int64 */
            count: number;
            value: string;
        };
        /**
         * @description Origin of a fact: stated in the part's specs, or inferred.
         * @enum {string}
         */
        FactOrigin: "stated" | "name" | "model" | "chipset" | "socket" | "reckoned";
        /** @description Value of a fact as the rules compare it. */
        FactValue: boolean | number | string[];
        /** @description A favourite product. */
        Favorite: {
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: uuid
             * @description Id of the product.
             */
            id: string;
            product: components["schemas"]["Product"];
        };
        /** @description A user's favourites, newest first. */
        FavoriteList: {
            favorites: components["schemas"]["Favorite"][];
        };
        /** @description The product to add or remove. */
        FavoriteOf: {
            /** Format: uuid */
            productId: string;
        };
        /** @description A part that must be in the build. */
        FixedPart: {
            /** @description Whether it is at home already: it costs nothing then and need not be sold. */
            owned?: boolean;
            /** Format: uuid */
            productId: string;
            /** Format: int32 */
            quantity?: number;
        };
        /** @description A match and a note on it. */
        FlagRequest: {
            /** @description Id of the match. */
            id: string;
            /** @description Optional, at most 1,000 characters. */
            notes?: string | null;
        };
        /** @description The address whose password is forgotten. */
        ForgotPasswordRequest: {
            email: string;
            language?: components["schemas"]["LanguageName"] | null;
        };
        /** @description A message to show to the user. */
        ForgotPasswordResponse: {
            message: string;
        };
        /** @description Estimate for a graphics chip. */
        GraphicsEstimate: {
            /** Format: double */
            bandwidth: number | null;
            /** Format: int32 */
            boostClockMhz: number;
            /** @example GeForce RTX 5070 */
            chip: string;
            /**
             * Format: double
             * @description Throughput by shaders and by memory, in the same unit: the lesser decides. Null for rendering, which counts shaders alone.
             */
            compute: number | null;
            /**
             * Format: double
             * @description For the use; 100 is the GeForce RTX 4060.
             * @example 167.2
             */
            index: number;
            /**
             * Format: int32
             * @description In GB/s.
             */
            memoryBandwidth: number;
            /** Format: int32 */
            memoryGb: number;
            /**
             * Format: double
             * @description Share of the speed that the memory's size leaves, at most 1.
             */
            memoryShare: number | null;
            /** Format: int32 */
            shaderUnits: number;
            /** @description The page that states the specifications. */
            source: string;
        };
        /** @description Counts of each of the last 30 days (UTC), today last. */
        Growth: {
            builds: components["schemas"]["DayCount"][];
            users: components["schemas"]["DayCount"][];
        };
        /** @description Health of this process. */
        Health: {
            database: components["schemas"]["DatabaseHealth"];
            /**
             * @description Background tasks of this process that have failed in the last minutes and are started again.
             * @example [
             *       "mails"
             *     ]
             */
            failingTasks: string[];
            index: components["schemas"]["IndexHealth"];
            status: components["schemas"]["Status"];
            /** @description Version of the program. */
            version: string;
        };
        /** @description An offer whose new price is implausible and therefore held back. */
        HeldOffer: {
            /** @example KWD */
            currency: string;
            /** Format: date-time */
            heldAt: string;
            /** Format: uuid */
            id: string;
            lastRetailerPrice: components["schemas"]["Kwd"] | null;
            marketPrice: components["schemas"]["Kwd"] | null;
            /** Format: int64 */
            marketRetailers: number | null;
            name: string;
            picture: components["schemas"]["Picture"] | null;
            price: components["schemas"]["Kwd"];
            /**
             * @description Rule that held the price.
             * @example PRICE_FAR_FROM_OWN
             */
            reason: string;
            retailer: string;
            retailerSlug: string;
            /**
             * Format: int32
             * @description Number of crawls that read this price.
             */
            timesSeen: number;
            url: string;
        };
        /** @description Number of matches that one rule hides. */
        HiddenBy: {
            /** @example GPU_TOO_LONG */
            code: string;
            /** Format: int64 */
            count: number;
            /**
             * @description Description of the hidden matches: the trait that they share.
             * @example longer than 322 mm
             */
            text: string;
            textAr: string;
        };
        /** @description Price series of one retailer. */
        HistoryDataset: {
            /** @description Oldest first. */
            data: components["schemas"]["HistoryPoint"][];
            /** @description English name of the retailer. */
            label: string;
            retailerSlug: string;
        };
        /** @description One change of a retailer's price. */
        HistoryEntry: {
            /** Format: date */
            date: string;
            price: components["schemas"]["Kwd"];
            retailer: string;
            retailerSlug: string;
            stock: components["schemas"]["Stock"];
        };
        /** @description A price from a date on. */
        HistoryPoint: {
            /**
             * Format: date
             * @description Date (UTC).
             */
            x: string;
            y: components["schemas"]["Kwd"];
        };
        /**
         * @description Range of a price history, up to today.
         * @enum {string}
         */
        HistoryRange: "30d" | "60d" | "90d" | "180d" | "1y" | "all";
        /** @description Price statistics of the range; times at which an offer was out of stock do not count. */
        HistoryStatistics: {
            averagePrice: components["schemas"]["Kwd"] | null;
            currentLowestPrice: components["schemas"]["Kwd"] | null;
            highestPrice: components["schemas"]["Kwd"] | null;
            lowestPrice: components["schemas"]["Kwd"] | null;
            /**
             * Format: double
             * @description Percentage by which the current lowest price is below the highest price of the range, with one decimal.
             */
            priceDropPercentage: number | null;
        };
        /** @description A part at home. */
        HomePart: {
            /** Format: uuid */
            productId: string;
            /** Format: int32 */
            quantity?: number;
        };
        /** @description The password and, where the user has a second factor, a proof of it: a code or a passkey. */
        IdentityProof: {
            /** @description A code of the authenticator app, or a recovery code. */
            code?: string | null;
            /**
             * @description The `toJSON()` of the credential that `navigator.credentials.get()` gave for the options of
             *     `POST /api/user/second-factor/passkeys/challenge`.
             */
            passkey?: Record<string, never> | null;
            password: string;
        };
        /** @description Ids of a batch action. */
        Ids: {
            /** @description At most 1,000. */
            ids: string[];
        };
        /** @description Search index of this process and its delay. */
        IndexHealth: {
            /** @description Whether index files are damaged: the index is rebuilt and meanwhile answers as far as it can be read. */
            damaged: boolean;
            /** Format: int64 */
            documents: number;
            /**
             * Format: int64
             * @description Counter that every rebuild increases.
             */
            generation: number;
            /**
             * Format: double
             * @description Seconds since the index last held every change of the database; null before the first time.
             */
            lagSeconds: number | null;
            /** @description Whether a new generation is being built beside the live one. */
            rebuilding: boolean;
        };
        /** @description Search index of the process that answers. */
        IndexState: {
            blockedBy: components["schemas"]["BlockingTransaction"] | null;
            /**
             * Format: int64
             * @description Size on disk.
             */
            bytes: number;
            /** Format: int64 */
            documents: number;
            /**
             * Format: int64
             * @description Counter that every rebuild increases.
             */
            generation: number;
            /**
             * Format: double
             * @description Seconds since the index last held every change of the database; null before the first time.
             */
            lagSeconds: number | null;
            rebuilding: boolean;
        };
        /** @description An issue of the build. */
        Issue: {
            /** @example SOCKET_MISMATCH */
            code: string;
            /** @description The parts concerned. */
            componentIds: string[];
            /** @description The compared values: `asked` and `allowed` (each with `part`, `key`, `value`, `origin`), `gap` and `unit`. */
            evidence: components["schemas"]["IssueEvidence"][];
            /** @description Listings of parts that would fit: `category` and `filters` as in the listing's address. */
            fixes: components["schemas"]["IssueFix"][];
            message: string;
            messageAr: string;
            /** @description `error`, `warning` or `info`. */
            type: string;
        };
        /** @description The value that one side asks for and the value that the other side allows. */
        IssueEvidence: {
            allowed: components["schemas"]["EvidenceFact"];
            asked: components["schemas"]["EvidenceFact"];
            /**
             * Format: double
             * @description Difference of asked and allowed, in `unit`, when both are numbers.
             */
            gap: number | null;
            /** @example mm */
            unit: string | null;
        };
        /** @description A listing of parts that would fit. */
        IssueFix: {
            category: components["schemas"]["Category"];
            /**
             * @description Pairs of a parameter name in the listing's address and its value.
             * @example [
             *       [
             *         "spec.length.max",
             *         "355"
             *       ]
             *     ]
             */
            filters: string[][];
        };
        /** @description Numbers of unfinished jobs. */
        JobCounts: {
            /**
             * Format: int64
             * @description Jobs that failed too often and wait for an administrator.
             */
            parked: number;
            /** Format: int64 */
            queued: number;
            /** Format: int64 */
            running: number;
        };
        /** @description A page of jobs. */
        JobList: {
            /** @description Newest first. */
            jobs: components["schemas"]["ListedJob"][];
            /** Format: int32 */
            limit: number;
            /** Format: int32 */
            page: number;
            /** Format: int64 */
            total: number;
        };
        /** @description Kuwaiti dinars, at most three decimals */
        Kwd: number;
        /** @description A listing of one category with one filter, at its own address. */
        LandingPage: {
            /**
             * Format: int64
             * @description Number of products with this value that a retailer lists, in stock or not.
             */
            count: number;
            /**
             * @description Name of the filter value alone, as in a breadcrumb after the category.
             * @example RTX 5070
             */
            label: string;
            labelAr: string;
            /** @example RTX 5070 */
            name: string;
            nameAr: string;
            /**
             * @description Listing parameter of the filter.
             * @example spec.gpuChipset
             */
            parameter: string;
            /** @example /gpu/rtx-5070 */
            path: string;
            /**
             * @description Last segment of the path; the first is that of the category.
             * @example rtx-5070
             */
            slug: string;
            /** @example GeForce RTX 5070 */
            value: string;
        };
        /** @description The landing pages of a category. */
        LandingPageList: {
            landingPages: components["schemas"]["LandingPage"][];
        };
        /**
         * @description The languages of mails, for the OpenAPI document: the names are those of `users::Language`.
         * @enum {string}
         */
        LanguageName: "en" | "ar";
        /** @description The cheapest build that meets the use and the constraints. */
        LeastBuild: components["schemas"]["PricedBudgetBuild"] & {
            /** @description The sum that the budget lacks. */
            missing: components["schemas"]["Kwd"];
            /** @description Whether it is proved that no build is cheaper. */
            optimal: boolean;
        };
        /** @description Offers and the product to join them to. */
        LinkedProducts: {
            /**
             * Format: uuid
             * @description The product to join the offers to; null removes each offer from its product.
             */
            canonicalId: string | null;
            /** @description Ids of at most 1,000 offers. */
            ids: string[];
        };
        /** @description Outcome of the changes. */
        LinkOutcome: {
            failed: components["schemas"]["BatchFailure"][];
            linked: number;
        };
        /** @description A background job. */
        ListedJob: {
            /** Format: int32 */
            attempts: number;
            /** @description Counters that a successful job reported. */
            counters: Record<string, never>;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            finishedAt: string | null;
            /** Format: uuid */
            id: string;
            /** @example crawl */
            kind: string;
            lastError: string | null;
            /** Format: int32 */
            maxAttempts: number;
            /** @description Parameters of the job; the shape depends on `kind`. */
            payload: Record<string, never>;
            /**
             * Format: date-time
             * @description When the job is due.
             */
            runAt: string;
            /** Format: date-time */
            startedAt: string | null;
            /**
             * @description QUEUED, RUNNING, DONE, PARKED or CANCELLED.
             * @example QUEUED
             */
            state: string;
        };
        /** @description A user with an account. */
        ListedUser: {
            /** Format: date-time */
            createdAt: string;
            email: string;
            emailVerified: boolean;
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description When the user last sent a request in a session that is still active.
             */
            lastSeenAt: string | null;
            name: string;
            /** @example USER */
            role: string;
        };
        /** @description Sign of life of the process. */
        Liveness: {
            /** @description Always true. */
            alive: boolean;
        };
        /** @description A manufacturer's name as retailers state it, and what was decided about it. */
        Manufacturer: {
            /** @description Manufacturer that this name is an alias of. */
            aliasOf: string | null;
            /** Format: date-time */
            decidedAt: string | null;
            /** @description Administrator who decided, and the time of the decision. `decidedBy` is null for decisions on the command line. */
            decidedBy: string | null;
            /** Format: date-time */
            firstSeen: string;
            /** @description Normalised name; decisions refer to the manufacturer by this key. */
            key: string;
            name: string;
            /**
             * Format: int32
             * @description Number of live offers under this name.
             */
            offers: number;
            /** Format: int32 */
            shops: number;
            /** @example UNCONFIRMED */
            state: string;
            /** @description Some titles of these offers. */
            titles: string[];
        };
        /** @description The name that is an alias. */
        ManufacturerAliasRequest: {
            /** @description `key` from the list. */
            key: string;
            /** @description Name of the manufacturer, in any spelling. */
            of: string;
        };
        /** @description The manufacturer to decide on. */
        ManufacturerDecisionRequest: {
            /** @description `key` from the list. */
            key: string;
        };
        /** @description A page of the manufacturers that are not in the built-in table. */
        ManufacturerList: {
            /** Format: int32 */
            limit: number;
            /** @description The ones with the most offers first. */
            manufacturers: components["schemas"]["Manufacturer"][];
            /** Format: int32 */
            page: number;
            /** Format: int64 */
            total: number;
            /**
             * Format: int64
             * @description Number of manufacturers that wait for a decision.
             */
            unconfirmed: number;
        };
        /** @description An offer and a product that may be the same part. */
        Match: {
            /** @description The offer side: the offer of a retailer (its id is the offer's), with the offers of its own product, if any. */
            candidateProduct: components["schemas"]["Side"];
            /**
             * Format: float
             * @description 0 to 1.
             */
            confidence: number;
            /** Format: date-time */
            decidedAt: string | null;
            /** @description Administrator who decided, and the time of the decision. */
            decidedBy: string | null;
            /** @example NEEDS_REVIEW */
            decision: string;
            flagNote: string | null;
            /** Format: uuid */
            id: string;
            /** @description Evidence for and against the match, by codes of `config/matching/messages.toml`. */
            rationale: components["schemas"]["EvidenceBody"][];
            /** @description The product side: the product in the catalogue. */
            referenceProduct: components["schemas"]["Side"];
            /** @example PENDING */
            status: string;
            /**
             * Format: float
             * @description Value of a decision to shoppers: views, offers and price difference, weighted as configured.
             */
            worth: number;
        };
        /** @description The match to decide on. */
        MatchDecisionRequest: {
            /** @description Id of the match. */
            id: string;
        };
        /** @description A page of the review queue. */
        MatchList: {
            /**
             * Format: int64
             * @description Number of pending matches with a confidence of 0.95 or higher.
             */
            confidentCount: number;
            /** Format: int32 */
            limit: number;
            /** @description In the requested order. */
            matches: components["schemas"]["Match"][];
            /** Format: int32 */
            page: number;
            /** Format: int64 */
            total: number;
        };
        /** @description A fact of a candidate that a rule measured. */
        MeasuredFact: {
            /** @description Value of the build that the candidate's fact was measured against. */
            against: components["schemas"]["FactValue"];
            /**
             * @description Name of a spec or a derived fact.
             * @example length
             */
            key: string;
            /** @description Worst outcome for this fact: `error`, `warning` or `pass`. */
            outcome: string;
            /** @example mm */
            unit: string | null;
        };
        /** @description Target of a merge: the product that stays. */
        MergeRequest: {
            /** Format: uuid */
            into: string;
        };
        /** @description The product that results from a merge or a split. */
        MergeResponse: {
            /** Format: uuid */
            productId: string;
        };
        /** @description An unknown fact. */
        MissingFact: {
            key: string;
            /** Format: uuid */
            part: string;
        };
        /** @description A retailer that has some of the parts (`has` out of `of`). */
        NearestRetailer: {
            has: number;
            name: string;
            nameAr: string;
            of: number;
            slug: string;
        };
        /** @description A new price alert. */
        NewAlert: {
            alertType: components["schemas"]["AlertType"];
            budgetBuild?: components["schemas"]["NewBudgetWatch"] | null;
            /**
             * Format: uuid
             * @description The build to watch with a `BUILD_TOTAL`: one of the user's own saved builds.
             */
            buildId?: string | null;
            /**
             * Format: int64
             * @description For a `PERCENTAGE_DROP`: 5, 10, 15, 20 or 25.
             */
            percentage?: number | null;
            /**
             * Format: uuid
             * @description The product to watch; absent for a `BUILD_TOTAL` and a `BUDGET_BUILD`.
             */
            productId?: string | null;
            /**
             * Format: double
             * @description For a `TARGET_PRICE`, `BUILD_TOTAL` or `BUDGET_BUILD`: dinars above 0 and below the current price or total,
             *     if all parts of the build have a live offer, or such a build was found.
             */
            targetPrice?: number | null;
        };
        /**
         * @description The builds that a `BUDGET_BUILD` waits for: all that are for this use, meet its minimum and the constraints, and have at least
         *     this index.
         */
        NewBudgetWatch: {
            /** @description As in a request for builds. */
            allowUnknown?: boolean;
            /**
             * @description As in a request for builds: `delivered` (the default) or `parts`.
             * @example delivered
             */
            counts?: string | null;
            /**
             * Format: double
             * @description The least utility (`index` of a build), above 0 and at most 100, such as that of a build that was found; absent asks
             *     for the minimum of the use alone.
             */
            minIndex?: number | null;
            use: components["schemas"]["BuildUse"];
            wishes?: components["schemas"]["BuildWishes"];
        };
        /** @description A build to save. */
        NewBuildRequest: {
            /** @description Parts by category, in every shape that `POST /api/compatibility` accepts. */
            components?: {
                [key: string]: unknown;
            } | null;
            /** @example KWD */
            currency?: string | null;
            description?: string | null;
            isPublic?: boolean;
            /** @example Falcon */
            name: string;
            /** @description Ignored: the server computes prices itself. */
            totalPrice?: unknown;
        };
        /** @description A new review. */
        NewReview: {
            /** @description At most 2,000 characters. Surrounding whitespace is removed, and whitespace alone is no comment. */
            comment?: string | null;
            /**
             * Format: int64
             * @description Stars, 1 to 5.
             */
            rating: number;
        };
        /** @description The secret for an authenticator app. The factor counts once a code of the app is confirmed. */
        NewSecondFactor: {
            /**
             * @description The same for a link or a QR code.
             * @example otpauth://totp/Tajmeea:sara%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Tajmeea
             */
            otpauthUrl: string;
            /**
             * @description For typing into the app: base32.
             * @example GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ
             */
            secret: string;
        };
        /** @description The reason why no build or no upgrade is answered: nothing in stock makes one, or the search ended early. */
        NoBuildReason: {
            /** @example No graphics card in stock is good enough for this use. */
            text: string;
            textAr: string;
        };
        /** @description An alert that fired. */
        Notification: {
            alertType: components["schemas"]["AlertType"];
            budgetBuild: components["schemas"]["WatchedBudgetBuild"] | null;
            build: components["schemas"]["NotifiedBuild"] | null;
            /** @example KWD */
            currency: string;
            /** Format: date-time */
            firedAt: string;
            /** Format: uuid */
            id: string;
            /** @description Price at which the alert fired. */
            price: components["schemas"]["Kwd"];
            /**
             * @description Price at the last request for the alert, or at its previous notification. Of a budget alert the lowest total that a
             *     build had then, or the budget where none was found.
             */
            priceBefore: components["schemas"]["Kwd"];
            product: components["schemas"]["NotifiedProduct"] | null;
            read: boolean;
        };
        /** @description A user's newest notifications. */
        NotificationList: {
            /** @description Newest first, at most 30. */
            notifications: components["schemas"]["Notification"][];
            /**
             * Format: int64
             * @description Number of unread notifications, including those beyond the newest 30.
             */
            unread: number;
        };
        /** @description A saved build whose total dropped. */
        NotifiedBuild: {
            /** Format: uuid */
            id: string;
            name: string;
            shareToken: string;
        };
        /** @description A product whose price dropped. */
        NotifiedProduct: {
            /** Format: uuid */
            id: string;
            name: string;
            nameAr: string | null;
            picture: components["schemas"]["Picture"] | null;
        };
        /** @description A retailer's offer of a product. */
        Offer: {
            /** @example KWD */
            currency: string;
            /** Format: uuid */
            id: string;
            inStock: boolean;
            listPrice: components["schemas"]["Kwd"] | null;
            price: components["schemas"]["Kwd"];
            /** @description English name of the retailer. */
            retailer: string;
            retailerSlug: string;
            shipping: components["schemas"]["Kwd"] | null;
            shippingFreeOver: components["schemas"]["Kwd"] | null;
            stock: components["schemas"]["Stock"];
            /**
             * Format: int32
             * @description Number of pieces left, if the retailer states it.
             */
            stockLeft: number | null;
            /** @description Whether the retailer accepts instalments by Tabby. */
            tabby: boolean;
            /** @description Title at the retailer, in English if there is one. */
            title: string;
            /**
             * Format: date-time
             * @description When a crawl or a refresh of the page last read this price, to an hour.
             */
            updatedAt: string;
            url: string;
        };
        /** @description Numbers of items that wait for an administrator. */
        OpenWork: {
            /**
             * Format: int64
             * @description Retailers whose newest crawl failed or was held back.
             */
            failedCrawls: number;
            /**
             * Format: int64
             * @description Prices held back by the price screen.
             */
            heldPrices: number;
            /**
             * Format: int64
             * @description Manufacturers to confirm, alias or refuse.
             */
            manufacturers: number;
            /**
             * Format: int64
             * @description Matches to decide.
             */
            matches: number;
            /**
             * Format: int64
             * @description Jobs that failed on every attempt.
             */
            parkedJobs: number;
        };
        /** @description State of crawls, jobs, the index and the outbox. */
        Operations: {
            index: components["schemas"]["IndexState"];
            jobs: components["schemas"]["JobCounts"];
            outbox: components["schemas"]["Outbox"];
            /** @description In the order in which they were added. */
            retailers: components["schemas"]["RetailerState"][];
        };
        /** @description Numbers of unsent mails. */
        Outbox: {
            /**
             * Format: int64
             * @description Unsent mails that failed at least once.
             */
            failed: number;
            /** Format: date-time */
            oldestAt: string | null;
            /** Format: int64 */
            waiting: number;
        };
        /** @description The caller's own review of a product; null if there is none. */
        OwnReview: {
            review: components["schemas"]["Review"] | null;
        };
        /** @description The part that most of a build's money goes to. */
        PartShare: {
            /**
             * Format: int64
             * @description Of the total, rounded down.
             */
            percent: number;
            /** Format: uuid */
            productId: string;
        };
        /**
         * @description Availability of a part today.
         * @enum {string}
         */
        PartState: "sold" | "out" | "unsold" | "gone";
        /** @description A part in the place of another. */
        PartSwap: {
            /** Format: uuid */
            from: string;
            /**
             * Format: double
             * @description Change of the index, in its points.
             */
            indexChange: number;
            /** @description Change of the total; below 0 it costs less. */
            priceChange: components["schemas"]["Kwd"];
            /** Format: uuid */
            to: string;
        };
        /** @description A rule that was checked and passed. */
        Passed: components["schemas"]["RuleName"] & {
            /** @description The parts compared. */
            componentIds: string[];
        };
        /** @description A passkey, as its user sees it. */
        PasskeyEntry: {
            /** Format: date-time */
            createdAt: string;
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            lastUsedAt: string | null;
            /** @description The name that the user gave. */
            name: string;
        };
        /**
         * @description Options of `navigator.credentials.create()` or `.get()`, in the JSON form of WebAuthn. The answer is good for five
         *     minutes, once.
         */
        PasskeyOptions: {
            options: Record<string, never>;
        };
        /** @description The current password, the new one and, where the user has a second factor, a proof of it. */
        PasswordChange: {
            /** @description A code of the authenticator app, or a recovery code. */
            code?: string | null;
            currentPassword: string;
            newPassword: string;
            /** @description As in `IdentityProof`. */
            passkey?: Record<string, never> | null;
        };
        /** @description Performance estimated from specifications, with the terms of the estimates. Null where the chip is not known. */
        PerformanceEstimates: {
            graphics: components["schemas"]["GraphicsEstimate"] | null;
            processor: components["schemas"]["ProcessorEstimate"] | null;
        };
        /**
         * @description A product's picture, stored in widths of 192, 384 and 640 pixels: `/pictures/{hash}-{width}.webp`. When the original
         *     is narrower than one of these widths, the file of that width holds it in original size, and no wider file exists.
         */
        Picture: {
            /** @example 0123456789abcdef0123456789abcdef */
            hash: string;
            /** Format: int32 */
            height: number;
            /**
             * Format: int32
             * @description Width of the widest file, in pixels.
             */
            width: number;
        };
        /**
         * @description Action on a product's picture.
         * @enum {string}
         */
        PictureAction: "choose" | "refuse" | "allow" | "automatic";
        /** @description A decision about a product's picture. */
        PictureDecision: {
            action: components["schemas"]["PictureAction"];
            /**
             * @description Hash of the picture; absent for `automatic`.
             * @example 0123456789abcdef0123456789abcdef
             */
            hash?: string | null;
        };
        /** @description One way to buy the parts. */
        Plan: {
            /** @description Whether every retailer of the plan states its delivery fee. */
            deliveryKnown: boolean;
            /** @description Sum of the known delivery fees. */
            deliveryTotal: components["schemas"]["Kwd"];
            partsTotal: components["schemas"]["Kwd"];
            /** @description Whether the search proved that no basket of its kind is cheaper. */
            proven: boolean;
            retailers: components["schemas"]["PlanRetailer"][];
            /** @description Parts and known delivery fees. */
            total: components["schemas"]["Kwd"];
        };
        /** @description A part bought from a retailer. */
        PlanPart: {
            /** @description Price of one piece. */
            price: components["schemas"]["Kwd"];
            /** Format: uuid */
            productId: string;
            /** Format: int32 */
            quantity: number;
            /** @description Address of the offer's page. */
            url: string;
        };
        /** @description Share of one retailer in a plan. */
        PlanRetailer: {
            delivery: components["schemas"]["Kwd"] | null;
            name: string;
            nameAr: string;
            parts: components["schemas"]["PlanPart"][];
            partsTotal: components["schemas"]["Kwd"];
            slug: string;
        };
        /** @description A price alert of a user. */
        PriceAlert: {
            alertType: components["schemas"]["AlertType"];
            budgetBuild: components["schemas"]["WatchedBudgetBuild"] | null;
            build: components["schemas"]["WatchedBuild"] | null;
            /** Format: date-time */
            createdAt: string;
            /** @description Whether the alert still waits for its price: only an `ANY_DROP` fires more than once. */
            enabled: boolean;
            /** Format: uuid */
            id: string;
            /**
             * Format: int32
             * @description Percentage of a `PERCENTAGE_DROP`; null for other types.
             */
            percentage: number | null;
            product: components["schemas"]["Product"] | null;
            targetPrice: components["schemas"]["Kwd"] | null;
        };
        /** @description Parts with the retailers that they are bought from. */
        PricedBudgetBuild: {
            deliveries: components["schemas"]["BudgetDelivery"][];
            /** @description Whether every retailer states its fee. */
            deliveryKnown: boolean;
            /** @description The sum of the fees that are known. */
            deliveryTotal: components["schemas"]["Kwd"];
            estimates: components["schemas"]["PerformanceEstimates"];
            /**
             * Format: double
             * @description Worth for the use, 0 to 100: the sum of weighted terms of `config/budget/uses.toml`.
             * @example 61.37
             */
            index: number;
            parts: components["schemas"]["BudgetPart"][];
            partsTotal: components["schemas"]["Kwd"];
            /** @description The sum that the budget pays: parts with delivery, or parts alone where the request says so. */
            total: components["schemas"]["Kwd"];
            /** @description Rules that cannot be checked because a fact is not stated; none unless `allowUnknown`. */
            unchecked: components["schemas"]["RuleName"][];
        };
        /** @description A product with different prices at different retailers. */
        PriceDifference: {
            category: components["schemas"]["Category"];
            /** @example KWD */
            currency: string;
            maxPrice: components["schemas"]["Kwd"];
            minPrice: components["schemas"]["Kwd"];
            /**
             * Format: double
             * @description Percent of the lowest price, with two decimals.
             */
            percentageDifference: number;
            priceDifference: components["schemas"]["Kwd"];
            /** Format: uuid */
            productId: string;
            productName: string;
            retailerCount: number;
            /** @description Cheapest first. */
            retailers: components["schemas"]["RetailerPrice"][];
        };
        /** @description Products whose prices differ between retailers. */
        PriceDifferences: {
            /**
             * Format: double
             * @description Average and maximum over all these products, in percent.
             */
            averageDifference: number;
            /** Format: double */
            highestDifference: number;
            /** Format: int32 */
            limit: number;
            /** Format: int32 */
            page: number;
            /** @description The largest difference first. */
            priceDifferences: components["schemas"]["PriceDifference"][];
            /**
             * Format: int64
             * @description Number of products that pass the filter.
             */
            totalCount: number;
        };
        /** @description Price history of a product. */
        PriceHistory: {
            /** @description One series per retailer, in the retailers' order. A price holds until the next point. */
            datasets: components["schemas"]["HistoryDataset"][];
            /** @description The same changes as a flat list by retailer and date, with the stock. */
            history: components["schemas"]["HistoryEntry"][];
            statistics: components["schemas"]["HistoryStatistics"];
        };
        /** @description Lowest and highest price. */
        PriceRange: {
            /** @example KWD */
            currency: string;
            max: components["schemas"]["Kwd"];
            min: components["schemas"]["Kwd"];
        };
        /** @description Estimate for a processor. */
        ProcessorEstimate: {
            /** Format: int32 */
            boostClockMhz: number;
            /** Format: int32 */
            efficiencyCores: number;
            /**
             * Format: double
             * @description For the use; 100 is the Ryzen 5 7600.
             * @example 100
             */
            index: number;
            /**
             * Format: double
             * @description In MB.
             */
            l3Cache: number;
            /** @example ryzen 5 7600 */
            model: string;
            /** Format: int32 */
            performanceCores: number;
            /** @description The page that states the specifications. */
            source: string;
            /** Format: int32 */
            threads: number;
        };
        /**
         * @description A product as cards show it, with its cheapest offer: of those in stock, else of all, without delivery. The
         *     product's page chooses its price among the offers itself, delivery counted.
         */
        Product: {
            category: components["schemas"]["Category"];
            /** @description Equal to `category`: the name that parts of a build have for it. */
            componentType: components["schemas"]["Category"];
            /** @example KWD */
            currency: string;
            deliveredPrice: components["schemas"]["Kwd"] | null;
            /** @description Retailer of `deliveredPrice`. */
            deliveredRetailer: string | null;
            deliveredRetailerSlug: string | null;
            /**
             * Format: double
             * @description Percentage by which the price is below the lowest price that the last 30 days saw before it; null when it is not
             *     below.
             */
            dropPercent: number | null;
            /** Format: uuid */
            id: string;
            /** @description Whether at least one retailer has it in stock. */
            inStock: boolean;
            listPrice: components["schemas"]["Kwd"] | null;
            lowest30d: components["schemas"]["Kwd"] | null;
            manufacturer: string;
            model: string;
            name: string;
            nameAr: string | null;
            picture: components["schemas"]["Picture"] | null;
            price: components["schemas"]["Kwd"] | null;
            /**
             * Format: float
             * @description Mean rating, 1 to 5 stars; null without reviews.
             */
            rating: number | null;
            /** @description Retailer of the cheapest offer. */
            retailer: string | null;
            /** @description Number of retailers that list the product. */
            retailerCount: number;
            retailerSlug: string | null;
            /** Format: int32 */
            reviewCount: number;
            /** @description The known facts; absent facts are unknown. */
            specs: {
                [key: string]: components["schemas"]["SpecFact"];
            };
            /** @description Best in-stock price of each of the last 30 days on which the product was in stock, oldest first. */
            trend: components["schemas"]["Kwd"][];
            /** @description Page of the cheapest offer at the retailer. */
            url: string | null;
        };
        /** @description One product or several, depending on the parameter. */
        ProductAnswer: components["schemas"]["ProductDetail"] | components["schemas"]["ProductsById"];
        /**
         * @description Fields to change; absent fields stay as they are. Crawls do not overwrite a changed field, except a price once the
         *     retailer's own price moves.
         */
        ProductChange: {
            /**
             * Format: uuid
             * @description The product to join the offer to; null removes the offer from its product.
             */
            canonicalId?: string | null;
            category?: string | null;
            manufacturer?: string | null;
            name?: string | null;
            /**
             * Format: double
             * @description Dinars, above 0, with at most three decimals.
             */
            price?: number | null;
            /**
             * @description Fields that follow the retailer again: `name`, `category`, `manufacturer`, `price`.
             * @example [
             *       "price"
             *     ]
             */
            unpin?: string[];
        };
        /** @description A product with its offers. */
        ProductDetail: {
            /** @description Landing pages that list the product: chip or capacity before manufacturer. */
            landingPages: components["schemas"]["LandingPage"][];
            /** @description Number of live offers of this product. The specification calls an offer a matched product. */
            matchedProductsCount: number;
            priceRange: components["schemas"]["PriceRange"] | null;
            product: components["schemas"]["Product"];
            /** @description Live offers, cheapest first. */
            retailers: components["schemas"]["Offer"][];
            /** @description Sources named in `specSources`, with the notices to show beside their facts. */
            sources: components["schemas"]["Source"][];
            /** @description Source of each known fact, by its key in `specs`. */
            specSources: {
                [key: string]: components["schemas"]["SpecSource"];
            };
        };
        /** @description Outcome of one candidate checked against the build. */
        ProductFit: {
            /**
             * @description The deciding rule: the one with the worst outcome, or the one that passes most narrowly.
             * @example GPU_TOO_LONG
             */
            code: string;
            /** @description Values that the deciding rule compared. */
            evidence: components["schemas"]["IssueEvidence"][];
            /** @description Measured facts, if the request asks for them. */
            facts?: components["schemas"]["MeasuredFact"][];
            /** @description Worst outcome: `error`, `warning`, `unknown` (a deciding fact is not stated) or `pass`. */
            outcome: string;
            /** Format: uuid */
            productId: string;
            /**
             * @description Short explanation; empty when every rule passes.
             * @example 9.9 mm too long
             */
            text: string;
            textAr: string;
        };
        /** @description A page of a search or listing. */
        ProductList: {
            category: components["schemas"]["Category"] | null;
            /** @description `q` with a likely spelling, if that spelling was searched or is clearly meant. */
            corrected: string | null;
            /** @description Words of `q` that were dropped because nothing was found with them. */
            dropped: string[];
            /** @description Score of each product, in the order of `products`; only if requested. */
            explanations?: components["schemas"]["Explanation"][] | null;
            /**
             * @description Counts by filter group (`price`, `tier`, `manufacturer`, `retailer`, `availability`, `rating`, `category`,
             *     `spec.<key>`), always in the same order. Each group is counted without its own filter; in `availability`, each
             *     value is counted without its own filter but with that of the other.
             */
            facets: {
                [key: string]: components["schemas"]["Facet"];
            };
            /**
             * @description The role of each part of `q`: a filter, a use, required or optional words; in its order, and only together
             *     with `explanations`.
             */
            grammar?: components["schemas"]["WordRole"][] | null;
            /**
             * Format: int64
             * @description Number of matches that `compatibleWith` hides.
             */
            hidden: number;
            /** @description The hidden matches by the rule that hides them, the most first. Each match counts once. */
            hiddenBy: components["schemas"]["HiddenBy"][];
            intent: components["schemas"]["SearchIntent"] | null;
            /** Format: int32 */
            limit: number;
            /**
             * @description Similar products, only when nothing was found: for a model that does not exist, or a thing that no retailer
             *     carries.
             */
            nearby: components["schemas"]["Product"][];
            /** Format: int32 */
            page: number;
            products: components["schemas"]["Product"][];
            /**
             * Format: int64
             * @description Number of products that match.
             */
            total: number;
            /**
             * @description Whether `total` is exact. Without `facets` it may be too low, but never below the number of products up to and
             *     including this page.
             */
            totalIsExact: boolean;
            /** @description Parts of `q` that were interpreted as filters or as an order. */
            understood: components["schemas"]["Understood"][];
        };
        /** @description One picture of a product. */
        ProductPicture: {
            /** @description Whether it is the product's current picture. */
            chosen: boolean;
            picture: components["schemas"]["Picture"];
            /** @description Whether an administrator chose it as the current picture. */
            pinned: boolean;
            /**
             * Format: int64
             * @description Number of products that show it. A picture of many products stands for "no picture" and is never chosen
             *     automatically.
             */
            products: number;
            /**
             * Format: float
             * @description 0 to 1: high for a large picture on a plain background with little lettering.
             */
            quality: number;
            /** @description Whether an administrator refused it for this product. */
            refused: boolean;
            /** @description Names of the retailers that show it; empty when none shows it any more. */
            retailers: string[];
        };
        /** @description The pictures that retailers show of a product. */
        ProductPictures: {
            /** @description Best first. */
            pictures: components["schemas"]["ProductPicture"][];
        };
        /** @description Several products, in the requested order. */
        ProductsById: {
            /** @description For each requested id of a merged product, the id of the product that it was merged into: `products` has that one. */
            mergedInto: {
                [key: string]: string;
            };
            products: components["schemas"]["Product"][];
        };
        /** @description A page of held prices. */
        Quarantine: {
            /** @description Oldest first. */
            held: components["schemas"]["HeldOffer"][];
            /** Format: int32 */
            limit: number;
            /** Format: int32 */
            page: number;
            /** Format: int64 */
            total: number;
        };
        /** @description A crawl in the job queue. */
        QueuedCrawl: {
            /** Format: uuid */
            jobId: string;
        };
        /** @description Readiness for visitors. */
        Readiness: {
            /**
             * @description As in the health, where there are some: visitors need none of these tasks.
             * @example [
             *       "mails"
             *     ]
             */
            failingTasks?: string[];
            status: components["schemas"]["Status"];
        };
        /** @description The notifications to mark as read. */
        ReadNotifications: {
            /** @description At most 200 ids; all notifications when absent. */
            ids?: string[] | null;
        };
        /** @description Counts of the last seven days. */
        Recent: {
            /** Format: int64 */
            reviews: number;
        };
        /** @description Recovery codes, which are shown this one time. Empty when the user has codes already. */
        RecoveryCodes: {
            recoveryCodes: string[];
        };
        /** @description An entry that could not be put into the build. */
        RefusedEntry: {
            /** @description `reason`, `productId`, `slot` and further values of the reason. */
            entry: Record<string, never>;
            message: string;
        };
        /** @description The name and address as they were read from the form. */
        RegisteredUser: {
            email: string;
            emailVerified: boolean;
            name: string;
            role: string;
        };
        /** @description Fields of the sign-up form. */
        RegisterRequest: {
            email: string;
            language?: components["schemas"]["LanguageName"] | null;
            /** @description Used when `username` is empty. */
            name?: string | null;
            password: string;
            /** @description Proof from the bot check, whichever provider is configured. */
            turnstileToken?: string;
            username: string;
        };
        /**
         * @description The user to be created once the address is verified. The answer is the same whether or not the address has an
         *     account.
         */
        RegisterResponse: {
            user: components["schemas"]["RegisteredUser"];
        };
        /** @description Number of rejected listings of one retailer with one reason. */
        RejectedCount: {
            /** Format: int64 */
            offers: number;
            /** @example PRICE */
            reason: string;
            retailerSlug: string;
        };
        /** @description A retailer's listing that could not become an offer. */
        RejectedOffer: {
            /** @description The reason in words, with the value found. */
            detail: string;
            /** @description The retailer's id of the listing, or its address. */
            externalId: string;
            name: string | null;
            /**
             * @description UNREADABLE, NO_PRODUCT, INCOMPLETE, NOT_NEW, PRICE, SEVERAL_PRICES, CURRENCY or SOLD_OUT.
             * @example PRICE
             */
            reason: string;
            retailerSlug: string;
            /** Format: date-time */
            seenAt: string;
            /** Format: int32 */
            timesSeen: number;
            url: string | null;
        };
        /** @description A page of rejected listings. */
        RejectedOffers: {
            /** @description Numbers of listings by retailer and reason, the largest first, whatever the filter. */
            counts: components["schemas"]["RejectedCount"][];
            /** Format: int32 */
            limit: number;
            /** @description Most recently seen first. */
            offers: components["schemas"]["RejectedOffer"][];
            /** Format: int32 */
            page: number;
            /**
             * Format: int64
             * @description Number of listings that pass the filter.
             */
            total: number;
        };
        /** @description Outcome of the rejections. */
        RejectOutcome: {
            failed: components["schemas"]["BatchFailure"][];
            rejected: number;
        };
        /** @description Outcome of the releases. */
        ReleaseOutcome: {
            failed: components["schemas"]["BatchFailure"][];
            released: number;
        };
        /** @description A new password and the reset token that permits it. */
        ResetPasswordRequest: {
            newPassword: string;
            token?: string;
        };
        /** @description A retailer. */
        Retailer: {
            name: string;
            nameAr: string;
            /**
             * Format: int32
             * @description Position from 0, never changed: charts derive the retailer's colour and shape from it.
             */
            position: number;
            shipping: components["schemas"]["Shipping"];
            slug: string;
            /** @description Whether the retailer accepts instalments by Tabby. */
            tabby: boolean;
            /** @description Address of the retailer's home page. */
            url: string;
        };
        /** @description Number of products that a retailer sells. */
        RetailerCount: {
            /** Format: int64 */
            count: number;
            retailer: string;
        };
        /**
         * @description Health of a retailer's crawls.
         * @enum {string}
         */
        RetailerHealth: "OK" | "PARTIAL" | "HELD" | "FAILING" | "LATE" | "NEVER" | "OFF";
        /** @description The compared retailers. */
        RetailerList: {
            retailers: components["schemas"]["Retailer"][];
        };
        /** @description Price of one retailer. */
        RetailerPrice: {
            inStock: boolean;
            price: components["schemas"]["Kwd"];
            retailer: string;
            url: string;
        };
        /** @description State of a retailer's crawls. */
        RetailerState: {
            /** @description Whether a crawl is queued or running. */
            crawling: boolean;
            enabled: boolean;
            health: components["schemas"]["RetailerHealth"];
            lastCrawl: components["schemas"]["CrawlReport"] | null;
            name: string;
            nameAr: string;
            /** Format: date-time */
            nextCrawlAt: string | null;
            slug: string;
        };
        /** @description Outcome of the retries. */
        RetryOutcome: {
            failed: components["schemas"]["BatchFailure"][];
            retried: number;
        };
        /** @description A user's review of a product. */
        Review: {
            /** @description Plain text of at most 2,000 characters, never markup; escape it before display. */
            comment: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: uuid */
            id: string;
            /**
             * Format: int32
             * @description Stars, 1 to 5.
             */
            rating: number;
            /**
             * Format: date-time
             * @description When the author last replaced the review.
             */
            updatedAt: string;
            user: components["schemas"]["Reviewer"];
        };
        /** @description Author of a review. */
        Reviewer: {
            /** Format: uuid */
            id: string;
            username: string;
        };
        /** @description A page of a product's reviews, newest first, with the statistics of all reviews. */
        ReviewList: {
            /** Format: int32 */
            limit: number;
            /** Format: int32 */
            page: number;
            reviews: components["schemas"]["Review"][];
            stats: components["schemas"]["Stats"];
            /**
             * Format: int64
             * @description Equal to `stats.total`.
             */
            total: number;
        };
        /** @description Code and short name of a rule. */
        RuleName: {
            code: string;
            name: string;
            nameAr: string;
        };
        /** @description The stored review, and the product's statistics including it. */
        SavedReview: {
            review: components["schemas"]["Review"] | null;
            stats: components["schemas"]["Stats"];
        };
        /** @description One part of a score; most names are those of `config/search/ranking.toml`. */
        ScorePart: {
            name: string;
            /** Format: float */
            points: number;
        };
        /** @description Intent of a query beyond a list of products. */
        SearchIntent: {
            /** @enum {string} */
            kind: "comparison";
            sides: components["schemas"]["ComparisonSide"][];
        } | {
            budget: components["schemas"]["Kwd"] | null;
            /** @enum {string} */
            kind: "build";
            uses: string[];
        } | {
            /** @enum {string} */
            kind: "notCarried";
            near: components["schemas"]["Category"] | null;
            words: string;
        };
        /** @description The second factors by which a sign-in goes on. A recovery code always serves. */
        SecondFactorChoices: {
            /** @description Whether the account has an authenticator app. */
            app: boolean;
            /**
             * @description For accounts with a passkey: the options of `navigator.credentials.get()`, in the JSON form that
             *     `PublicKeyCredential.parseRequestOptionsFromJSON()` reads. The answer is good for five minutes, once.
             */
            passkey: Record<string, never> | null;
        };
        /** @description The second factors of the signed-in user. */
        SecondFactorState: {
            /** @description Whether there is an authenticator app. */
            app: boolean;
            /** @description Whether sign-ins ask for a second factor. */
            enabled: boolean;
            /**
             * @description The domain on which this site offers passkeys; null where the site's address allows none.
             * @example tajmeea.example
             */
            passkeyDomain: string | null;
            passkeys: components["schemas"]["PasskeyEntry"][];
            /**
             * Format: int64
             * @description Recovery codes that were not used yet.
             */
            recoveryCodesLeft: number;
        };
        /** @description Every session of a user, the most recently used first. */
        SessionList: {
            sessions: components["schemas"]["SignedInDevice"][];
        };
        /** @description A user's settings. */
        Settings: {
            allowBuildSharing: boolean;
            priceDropAlerts: boolean;
            publicProfile: boolean;
            username: string;
        };
        /** @description Changes to a user's settings; absent fields stay as they are. */
        SettingsPatch: {
            allowBuildSharing?: boolean | null;
            language?: components["schemas"]["LanguageName"] | null;
            priceDropAlerts?: boolean | null;
            publicProfile?: boolean | null;
            username?: string | null;
        };
        /** @description Delivery fee of a retailer; null is unknown. */
        Shipping: {
            flat: components["schemas"]["Kwd"] | null;
            freeOver: components["schemas"]["Kwd"] | null;
        };
        /** @description One side of a match: a product or an offer. */
        Side: {
            category: string | null;
            /** @example KWD */
            currency: string;
            /**
             * Format: uuid
             * @description Id of the product, or of the offer.
             */
            id: string;
            manufacturer: string | null;
            model: string | null;
            name: string;
            nameAr: string | null;
            /**
             * Format: int64
             * @description Number of live offers of the product of `productId`; 1 when it is null.
             */
            offerCount: number;
            /**
             * @description Some live offers of the product of `productId`, in-stock offers first, then by price; the offer itself when
             *     `productId` is null.
             */
            offers: components["schemas"]["SideOffer"][];
            partNumbers: string[];
            picture: components["schemas"]["Picture"] | null;
            price: components["schemas"]["Kwd"] | null;
            /**
             * Format: uuid
             * @description Id of the product of this side, which has a page: the product itself, or the product of the offer. Null when the
             *     offer waits for a product, or is on the page of the other side.
             */
            productId: string | null;
            /**
             * @description Of a product: the retailer with the lowest price in stock, else with the lowest of all; without the offer of
             *     this match.
             */
            retailer: string | null;
            specs: Record<string, never>;
            stock: string | null;
            url: string | null;
        };
        /** @description An offer of one side. */
        SideOffer: {
            price: components["schemas"]["Kwd"];
            retailer: string;
            stock: string;
            title: string;
            url: string;
        };
        /** @description A session: one browser in which the user is signed in. */
        SignedInDevice: {
            /** Format: date-time */
            createdAt: string;
            /** @description Whether this session makes the request. */
            current: boolean;
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            lastSeenAt: string;
            /** @description `User-Agent` header of the browser at sign-in, at most 200 characters; null when the browser sent none. */
            userAgent: string | null;
        };
        /** @description The user who has just signed in. */
        SignedInUser: {
            user: components["schemas"]["User"];
        };
        /** @description Content of a slot. */
        SlotContent: components["schemas"]["BuildComponent"] | components["schemas"]["BuildComponent"][];
        /** @description A source of facts. */
        Source: {
            /** @description Notice to show beside the source's facts. */
            attribution: string | null;
            name: string;
            slug: string;
            url: string | null;
        };
        /** @description The sources of product facts. */
        SourceList: {
            sources: components["schemas"]["Source"][];
        };
        /** @description Value of a fact. Lengths are in mm, power in W, memory in GB, memory speed in MT/s. */
        SpecFact: string | number | boolean | string[];
        /** @description Source of a fact. */
        SpecSource: {
            /**
             * Format: date
             * @description Date on which the source stated the fact.
             */
            date: string;
            /** @description Slug of the source. */
            source: string;
        };
        /** @description Offers that belong to another product. */
        SplitRequest: {
            offerIds: string[];
        };
        /** @description Statistics of a product's reviews. */
        Stats: {
            /**
             * Format: double
             * @description Mean stars, with two decimals; null without reviews.
             */
            averageRating: number | null;
            /** @description Numbers of reviews by stars, from `1` to `5`. */
            distribution: {
                [key: string]: number;
            };
            /** Format: int64 */
            total: number;
        };
        /**
         * @description Status for load balancers.
         * @enum {string}
         */
        Status: "ok" | "degraded" | "damaged" | "starting" | "stopping";
        /**
         * @description Stock of an offer.
         * @enum {string}
         */
        Stock: "in" | "out" | "unknown";
        /** @description Confirmation that the call succeeded. */
        SuccessResponse: {
            success: boolean;
        };
        /** @description A manufacturer to filter by. */
        SuggestedBrand: {
            highlights: number[][];
            name: string;
        };
        /** @description A category to open. */
        SuggestedCategory: {
            /**
             * Format: int64
             * @description Number of products in the category.
             */
            count: number;
            label: string;
            labelAr: string;
            /** @description Path of the listing page, if the category has one. */
            route: string | null;
            type: components["schemas"]["Category"];
        };
        /** @description A product to open. */
        SuggestedProduct: {
            category: components["schemas"]["Category"];
            /** @description Matched ranges of `name`. */
            highlights: number[][];
            /** @description Matched ranges of `nameAr`. */
            highlightsAr: number[][];
            /** Format: uuid */
            id: string;
            inStock: boolean;
            name: string;
            nameAr: string | null;
            picture: components["schemas"]["Picture"] | null;
            price: components["schemas"]["Kwd"] | null;
        };
        /** @description A completed query. */
        SuggestedQuery: {
            highlights: number[][];
            text: string;
        };
        /** @description A retailer whose English or Arabic name starts with the typed text. */
        SuggestedRetailer: {
            /** @description Matched ranges of `name`. */
            highlights: number[][];
            /** @description Matched ranges of `nameAr`. */
            highlightsAr: number[][];
            name: string;
            nameAr: string;
            slug: string;
        };
        /** @description Suggestions for a typed text. */
        Suggestions: {
            brands: components["schemas"]["SuggestedBrand"][];
            categories: components["schemas"]["SuggestedCategory"][];
            products: components["schemas"]["SuggestedProduct"][];
            queries: components["schemas"]["SuggestedQuery"][];
            retailers: components["schemas"]["SuggestedRetailer"][];
        };
        /**
         * @description A named price range.
         * @enum {string}
         */
        TierName: "budget" | "mid-range" | "high-end" | "enthusiast";
        /** @description Total numbers. */
        Totals: {
            /** Format: int64 */
            activePriceAlerts: number;
            /** Format: int64 */
            builds: number;
            /** Format: int64 */
            products: number;
            /** Format: int64 */
            reviews: number;
            /** Format: int64 */
            users: number;
        };
        /** @description A rule that could not be checked. */
        Unchecked: components["schemas"]["RuleName"] & {
            componentIds: string[];
            /** @description The unknown facts: the product (`part`) and the fact's name (`key`). */
            missing: components["schemas"]["MissingFact"][];
        };
        /** @description Words of the query and the filter that they were interpreted as. */
        Understood: {
            /** @description The equivalent query parameters, with their values. */
            filter: {
                [key: string]: string[];
            };
            /**
             * @description `category`, `brand`, `price`, `spec`, `stock`, `sort`, `retailer`, `fit` (the part that the results must fit)
             *     or `use` (the purpose).
             */
            kind: string;
            /** @description The value in words that need no translation (`32 GB`), or its wire name (`GPU`). */
            label: string;
            /**
             * @description The words in the form in which words are compared: `below 1200 kd` of `Below 1,200 KD`. Sent back in `literal`,
             *     they are searched as plain words.
             */
            words: string;
        };
        /** @description Outcome of the undo. */
        UndoBulkOutcome: {
            failed: components["schemas"]["BatchFailure"][];
            undone: number;
        };
        /** @description The bulk decision to undo. */
        UndoBulkRequest: {
            /** @description Id of the bulk decision. */
            id: string;
        };
        /** @description A change of a PC. */
        UpgradeOption: components["schemas"]["PricedBudgetBuild"] & {
            /** @description Parts to buy. */
            bought: string[];
            /**
             * Format: double
             * @description Gain of the index, in its points.
             */
            indexChange: number;
            /**
             * @description `onePart`, `twoParts` or `more`.
             * @example onePart
             */
            kind: string;
            /** @description Whether it is proved that no change of its kind is better. */
            optimal: boolean;
            /** @description Parts at home that others replace. */
            replaced: string[];
        };
        /** @description The signed-in user. */
        User: {
            email: string;
            emailVerified: boolean;
            /** Format: uuid */
            id: string;
            name: string;
            /** @example USER */
            role: string;
        };
        /** @description A page of users. */
        UserList: {
            /** Format: int32 */
            limit: number;
            /** Format: int32 */
            page: number;
            /** Format: int64 */
            total: number;
            /** @description Administrators first, then newest first. */
            users: components["schemas"]["ListedUser"][];
        };
        /** @description A one-time token from a mailed link. */
        VerifyEmailRequest: {
            token?: string;
        };
        /** @description Number of offers with one reason. */
        WaitingCount: {
            /** @example ACCESSORY */
            noPart: string | null;
            /** Format: int64 */
            offers: number;
            /** @example NO_PART */
            reason: string;
        };
        /** @description An offer that belongs to no product. */
        WaitingOffer: {
            category: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @example KWD */
            currency: string;
            /** Format: uuid */
            id: string;
            manufacturer: string | null;
            name: string;
            /**
             * @description With NO_PART: the kind of thing it is.
             * @example ACCESSORY
             */
            noPart: string | null;
            price: components["schemas"]["Kwd"];
            /**
             * @description NO_PART, CATEGORY_UNKNOWN, CATEGORY_UNSURE, MANUFACTURER_UNKNOWN, QUESTION, NOT_COMPARED or TOO_LITTLE.
             * @example NO_PART
             */
            reason: string;
            retailerSlug: string;
            /**
             * @description With CATEGORY_UNSURE: the category that it may have.
             * @example CASE
             */
            unsure: string | null;
            url: string;
        };
        /** @description A page of offers without a product. */
        WaitingOffers: {
            /** @description Numbers of offers by reason, the largest first; the filters `reason` and `noPart` do not apply. */
            counts: components["schemas"]["WaitingCount"][];
            /** Format: int32 */
            limit: number;
            /** @description Newest first. */
            offers: components["schemas"]["WaitingOffer"][];
            /** Format: int32 */
            page: number;
            /**
             * Format: int64
             * @description Number of offers that pass the filter.
             */
            total: number;
        };
        /** @description The builds that an alert waits for. */
        WatchedBudgetBuild: {
            allowUnknown: boolean;
            /** @description The sum that a build has to fit into. */
            budget: components["schemas"]["Kwd"];
            /** @description `delivered` or `parts`. */
            counts: string;
            /**
             * Format: double
             * @description The least index; null for the minimum of the use.
             */
            minIndex: number | null;
            use: components["schemas"]["BuildUse"];
            wishes: components["schemas"]["BuildWishes"];
        };
        /** @description A saved build whose total is watched. */
        WatchedBuild: {
            /** @example KWD */
            currency: string;
            /** Format: uuid */
            id: string;
            name: string;
            shareToken: string;
            totalPrice: components["schemas"]["Kwd"] | null;
        };
        /** @description One line of the power sum. */
        WattLine: {
            /**
             * Format: double
             * @description Part of the estimated draw, in W; null when unknown.
             */
            estimated: number | null;
            /** @description Category of the part, `BASE` or `BEYOND_BASE`. */
            kind: string;
            origin: components["schemas"]["FactOrigin"] | null;
            /**
             * Format: uuid
             * @description Null for `BASE` and `BEYOND_BASE`.
             */
            part: string | null;
            /** Format: int32 */
            quantity: number;
            /**
             * Format: double
             * @description Part of the required draw, in W; null when unknown or contained in the base.
             */
            required: number | null;
        };
        /** @description Words of the query and their role in its interpretation. */
        WordRole: {
            meaning: string;
            /** @description `required`, `optional`, or the kind of filter. */
            role: string;
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
    get_analytics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Analytics"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user is not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The operation takes no parameters */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    list_audit_log: {
        parameters: {
            query?: {
                /** @description Only this kind of action */
                actionType?: string;
                /** @description Only by this administrator (an id), or by the machine (SYSTEM) */
                admin?: string;
                /** @description Not before this moment (RFC 3339) */
                from?: string;
                limit?: number;
                page?: number;
                /** @description Only on this one */
                targetId?: string;
                /** @description Only on this kind of thing */
                targetType?: string;
                /** @description Before this moment (RFC 3339) */
                until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditLog"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user is not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A parameter is unknown or invalid: `fields` says which one and why */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    merge_product: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The product that goes */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MergeRequest"];
            };
        };
        responses: {
            /** @description The product that remains */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MergeResponse"];
                };
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user is not an administrator, or the request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The product does not exist, or was merged already */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The other product is the same one, unknown or of another category */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    list_product_pictures: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductPictures"];
                };
            };
            /** @description The address cannot be decoded */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user is not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The product does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    decide_product_picture: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PictureDecision"];
            };
        };
        responses: {
            /** @description The pictures after the decision */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductPictures"];
                };
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user is not an administrator, or the request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The product does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The product has no such picture */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    split_product: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SplitRequest"];
            };
        };
        responses: {
            /** @description The new product */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MergeResponse"];
                };
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user is not an administrator, or the request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The product does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An offer does not belong to the product, or none would remain */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    undo_split: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The product that the split made */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The original product */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MergeResponse"];
                };
            };
            /** @description The address cannot be decoded */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user is not an administrator, or the request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The product does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The product was not split off in the last hour, or one of the two was merged or removed since; or: The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    list_jobs: {
        parameters: {
            query?: {
                limit?: number;
                page?: number;
                /** @description all, queued, running, done, parked or cancelled */
                state?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobList"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user is not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A parameter is unknown or invalid: `fields` says which one and why */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    cancel_jobs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Ids"];
            };
        };
        responses: {
            /** @description Each id was tried; `failed` lists the ids that could not be cancelled */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancelOutcome"];
                };
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user is not an administrator, or the request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There are no ids, too many, or an invalid one */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    retry_jobs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Ids"];
            };
        };
        responses: {
            /** @description Each id was tried; `failed` lists the ids that could not be queued */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetryOutcome"];
                };
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user is not an administrator, or the request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There are no ids, too many, or an invalid one */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    list_manufacturers: {
        parameters: {
            query?: {
                limit?: number;
                page?: number;
                /** @description all, unconfirmed, confirmed, alias or refused */
                state?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManufacturerList"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user is not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A parameter is unknown or invalid: `fields` says which one and why */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    alias_manufacturer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ManufacturerAliasRequest"];
            };
        };
        responses: {
            /** @description Offers and products of the name now belong to the other name */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user is not an administrator, or the request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The name does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The other name is no manufacturer, or is the same name */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    confirm_manufacturer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ManufacturerDecisionRequest"];
            };
        };
        responses: {
            /** @description The name is confirmed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user is not an administrator, or the request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The name does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A field is missing or wrong: `fields` says which one and why */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    refuse_manufacturer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ManufacturerDecisionRequest"];
            };
        };
        responses: {
            /** @description The name is refused and never used again */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user is not an administrator, or the request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The name does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A field is missing or wrong: `fields` says which one and why */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    list_matches: {
        parameters: {
            query?: {
                /** @description Category of the offer or of the product. */
                category?: components["schemas"]["Category"];
                /** @description `all`, `match`, `no_match` or `needs_review`. */
                decision?: string;
                /** @description Only matches that an administrator has flagged or reopened (true), or only others (false). */
                flagged?: boolean;
                limit?: number;
                /** @description Percent. */
                maxConfidence?: number;
                /** @description Only matches created at least so many days ago. */
                minAgeDays?: number;
                /** @description Percent. */
                minConfidence?: number;
                page?: number;
                /**
                 * @description Words to search for. Each must be in a title, the product's name, a part number, the SKU, or an id of the offer
                 *     or product.
                 */
                q?: string;
                /** @description Slug of the offer's retailer. */
                retailer?: string;
                /** @description `worth` (the default) or `confidence`, the highest first. */
                sort?: string;
                /** @description `all`, `pending`, `approved` or `rejected`. */
                status?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MatchList"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user is not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A parameter is unknown or invalid: `fields` says which one and why */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    approve_match: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MatchDecisionRequest"];
            };
        };
        responses: {
            /** @description The offer is matched to the product */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user is not an administrator, or the request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The match does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The match was decided meanwhile, or the offer was matched to another product; or: The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The products, or the waiting offer and the product, are of different categories */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    approve_many_matches: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DecidedMatches"];
            };
        };
        responses: {
            /** @description Each id was tried; `failed` lists the ids that could not be approved */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApproveOutcome"];
                };
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user is not an administrator, or the request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There are no ids, too many, or an invalid one */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    list_bulk_decisions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkDecisionList"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user is not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    undo_bulk_decision: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UndoBulkRequest"];
            };
        };
        responses: {
            /** @description Each match was tried; `failed` lists those that could not be undone */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UndoBulkOutcome"];
                };
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user is not an administrator, or the request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such bulk decision in the last hour */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A field is missing or wrong: `fields` says which one and why */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    export_matches: {
        parameters: {
            query?: {
                /** @description Category of the offer or of the product. */
                category?: components["schemas"]["Category"];
                /** @description `all`, `match`, `no_match` or `needs_review`. */
                decision?: string;
                /** @description Only matches that an administrator has flagged or reopened (true), or only others (false). */
                flagged?: boolean;
                /** @description csv */
                format?: string;
                /** @description Percent. */
                maxConfidence?: number;
                /** @description Only matches created at least so many days ago. */
                minAgeDays?: number;
                /** @description Percent. */
                minConfidence?: number;
                /**
                 * @description Words to search for. Each must be in a title, the product's name, a part number, the SKU, or an id of the offer
                 *     or product.
                 */
                q?: string;
                /** @description Slug of the offer's retailer. */
                retailer?: string;
                /** @description `worth` (the default) or `confidence`, the highest first. */
                sort?: string;
                /** @description `all`, `pending`, `approved` or `rejected`. */
                status?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description CSV with a line for each match */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user is not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A parameter is unknown or invalid: `fields` says which one and why */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    flag_match: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FlagRequest"];
            };
        };
        responses: {
            /** @description The match is flagged */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user is not an administrator, or the request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The match does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The match was decided meanwhile; or: The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The note is too long */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    reject_match: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MatchDecisionRequest"];
            };
        };
        responses: {
            /** @description The match is rejected */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user is not an administrator, or the request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The match does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The match was decided meanwhile; or: The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A field is missing or wrong: `fields` says which one and why */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    reject_many_matches: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DecidedMatches"];
            };
        };
        responses: {
            /** @description Each id was tried; `failed` lists the ids that could not be rejected */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RejectOutcome"];
                };
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user is not an administrator, or the request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There are no ids, too many, or an invalid one */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    reopen_match: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FlagRequest"];
            };
        };
        responses: {
            /** @description The match is pending again, with the note; one that was pending stays as it is */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user is not an administrator, or the request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The match does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The note is too long */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    undo_match: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MatchDecisionRequest"];
            };
        };
        responses: {
            /** @description The match is pending again */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user is not an administrator, or the request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The match does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The time to undo is over, another administrator decided, or the products were merged again; or: The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A field is missing or wrong: `fields` says which one and why */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    list_rejected_offers: {
        parameters: {
            query?: {
                limit?: number;
                page?: number;
                /** @description UNREADABLE, NO_PRODUCT, INCOMPLETE, NOT_NEW, PRICE, SEVERAL_PRICES, CURRENCY or SOLD_OUT */
                reason?: string;
                /** @description Slug of a retailer */
                retailer?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RejectedOffers"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user is not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A parameter is unknown or invalid: `fields` says which one and why */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    list_waiting_offers: {
        parameters: {
            query?: {
                limit?: number;
                /** @description With NO_PART: what it is, such as ACCESSORY */
                noPart?: string;
                page?: number;
                /** @description NO_PART, CATEGORY_UNKNOWN, CATEGORY_UNSURE, MANUFACTURER_UNKNOWN, QUESTION, NOT_COMPARED or TOO_LITTLE */
                reason?: string;
                /** @description Slug of a retailer */
                retailer?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WaitingOffers"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user is not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A parameter is unknown or invalid: `fields` says which one and why */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    get_open_work: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenWork"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user is not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A parameter is unknown */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    get_operations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operations"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user is not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The operation takes no parameters */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    list_price_differences: {
        parameters: {
            query?: {
                category?: components["schemas"]["Category"];
                /** @description Whether only prices of offers in stock count; false by default. */
                inStock?: boolean;
                limit?: number;
                /** @description Percent of the lowest price. */
                minDifference?: number;
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PriceDifferences"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user is not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A parameter is unknown or invalid: `fields` says which one and why */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    list_admin_products: {
        parameters: {
            query?: {
                category?: components["schemas"]["Category"];
                /** @description 10, 25, 50 or 100; 25 by default. */
                limit?: number;
                /** @description Only offers of a product (true) or of none (false). */
                linked?: boolean;
                /** @description `asc` (the default) or `desc`. */
                order?: string;
                /** @description From 0. */
                page?: number;
                /**
                 * @description Words to search for, or an id of a product or an offer, a retailer's own number, an SKU or a part number. The
                 *     result holds the offers of the 500 best-matching products, and the offers without a product that contain the
                 *     words.
                 */
                search?: string;
                /**
                 * @description `name`, `category`, `manufacturer`, `retailer`, `price` or `inStock`. By default, a search sorts by relevance
                 *     and a plain list by `name`.
                 */
                sort?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminProductList"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user is not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A parameter is unknown or invalid: `fields` says which one and why */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database or the index does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    delete_product: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The offer is deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The address cannot be decoded */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user is not an administrator, or the request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The offer does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The offer was deleted already */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    edit_product: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProductChange"];
            };
        };
        responses: {
            /** @description The offer after the change */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminProduct"];
                };
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user is not an administrator, or the request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The offer does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The offer was deleted meanwhile */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A field is invalid, or names a product that is unknown or of another category */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    link_products: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkedProducts"];
            };
        };
        responses: {
            /** @description Each id was tried; `failed` lists the ids that could not be changed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkOutcome"];
                };
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user is not an administrator, or the request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There are no ids, too many, or an invalid one */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    list_quarantine: {
        parameters: {
            query?: {
                limit?: number;
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Quarantine"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user is not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A parameter is unknown or invalid: `fields` says which one and why */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    drop_held: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Ids"];
            };
        };
        responses: {
            /** @description Each id was tried; `failed` lists the ids that could not be dropped */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DropOutcome"];
                };
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user is not an administrator, or the request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There are no ids, too many, or an invalid one */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    release_held: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Ids"];
            };
        };
        responses: {
            /** @description Each id was tried; `failed` lists the ids that could not be released */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReleaseOutcome"];
                };
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user is not an administrator, or the request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There are no ids, too many, or an invalid one */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    crawl_retailer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A crawl is queued for the next free worker */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedCrawl"];
                };
            };
            /** @description The address cannot be decoded */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user is not an administrator, or the request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The retailer does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A crawl of the retailer is queued or running, or the retailer is switched off; or: The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    list_users: {
        parameters: {
            query?: {
                limit?: number;
                page?: number;
                /** @description A part of a name or an address */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserList"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user is not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A parameter is unknown or invalid: `fields` says which one and why */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    grant_admin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user is an administrator */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The address cannot be decoded */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user is not an administrator, or the request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    revoke_admin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user is no administrator */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The address cannot be decoded */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user is not an administrator, or the request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user is the last administrator; or: The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    sign_out_user: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All sessions of the user have ended */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The address cannot be decoded */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user is not an administrator, or the request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    get_bot_check: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotCheckSetup"];
                };
            };
            /** @description More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    get_challenge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An ALTCHA challenge */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description Another bot check is configured */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    confirm_password: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IdentityProof"];
            };
        };
        responses: {
            /** @description The user is who they were; sensitive changes are allowed for a while */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The password or the second factor is wrong or missing */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    forgot_password: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForgotPasswordRequest"];
            };
        };
        responses: {
            /** @description The same answer for every address, registered or not */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForgotPasswordResponse"];
                };
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The address is not a mail address */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Credentials"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedInUser"];
                };
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The address or the password is wrong, the address is not verified, or a second factor is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A field is missing, or the code or the passkey is wrong */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended, if there was one */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    get_current_user: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentUser"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    register: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegisterRequest"];
            };
        };
        responses: {
            /** @description A mail was sent to the address */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegisterResponse"];
                };
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A field is invalid, or the bot check failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database or the bot check does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    reset_password: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResetPasswordRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuccessResponse"];
                };
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The token is unknown, used or expired, or the password is refused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    verify_email: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyEmailRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuccessResponse"];
                };
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The token is unknown, used or expired */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    find_basket: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BuildRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Baskets"];
                };
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A slot is invalid: `fields` says which one and why */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    find_budget_builds: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BudgetBuildsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BudgetBuilds"];
                };
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A field is wrong (`INVALID_FIELDS`), or constraints cannot be met together by what is in stock (`WISHES_CONTRADICT`); `fields` names them */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The parts are still being read, or too many wait; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    get_budget_curve: {
        parameters: {
            query: {
                /** @description As for `POST /api/budget-builds` */
                allowUnknown?: boolean;
                /** @description Use of the build */
                use: components["schemas"]["BuildUse"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BudgetCurve"];
                };
            };
            /** @description A parameter is unknown or wrong */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The parts are still being read, or too many wait; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    find_budget_upgrades: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BudgetUpgradesRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BudgetUpgrades"];
                };
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A field is missing or wrong: `fields` says which one and why */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The parts are still being read, too many wait, or the database does not answer; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    list_builds: {
        parameters: {
            query?: {
                limit?: number;
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BuildList"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A parameter is unknown or invalid: `fields` says which one and why */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    create_build: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key again makes no second build */
                "Idempotency-Key"?: string | null;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewBuildRequest"];
            };
        };
        responses: {
            /** @description An earlier request with this key has made the build */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BuildAnswer"];
                };
            };
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BuildAnswer"];
                };
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A field is invalid, sharing is off, or the account has too many builds */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    get_build: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The share token, or the id of one's own */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BuildAnswer"];
                };
            };
            /** @description The address cannot be decoded */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The build does not exist, or is not shared */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    update_build: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The build */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BuildPatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BuildAnswer"];
                };
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user has no such build */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Another version of the build was saved meanwhile; or: The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A field is invalid, or sharing is off */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    delete_build: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The build */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The build is deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The address cannot be decoded */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user has no such build */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    duplicate_build: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key again makes no second copy */
                "Idempotency-Key"?: string | null;
            };
            path: {
                /** @description The build */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CopyRequest"];
            };
        };
        responses: {
            /** @description An earlier request with this key has made the copy */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BuildAnswer"];
                };
            };
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BuildAnswer"];
                };
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user has no such build */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The name is invalid, or the account has too many builds */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    list_categories: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CategoryList"];
                };
            };
            /** @description The operation takes no parameters */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The index cannot be read at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    check_build: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BuildRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Compatibility"];
                };
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A slot is invalid: `fields` says which one and why */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    check_candidates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CandidatesRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CandidateFits"];
                };
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A slot or a candidate is invalid: `fields` says which one and why */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The facts of the parts are still being loaded; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    list_favorites: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FavoriteList"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    add_favorite: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FavoriteOf"];
            };
        };
        responses: {
            /** @description The product is a favorite */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The product does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No product is named */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    remove_favorite: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FavoriteOf"];
            };
        };
        responses: {
            /** @description The product is no favorite */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The product does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No product is named */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    get_health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process serves requests */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description The operation takes no parameters */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The process builds its first index, cannot read its index, or is about to stop */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    get_liveness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process answers */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Liveness"];
                };
            };
            /** @description The operation takes no parameters */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_readiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process serves requests */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            /** @description The operation takes no parameters */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The process builds its first index, cannot read its index, or is about to stop */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
        };
    };
    list_landing_pages: {
        parameters: {
            query: {
                category: components["schemas"]["Category"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LandingPageList"];
                };
            };
            /** @description The category is missing or unknown */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The index cannot be read at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
                /** @description One product: the answer is a `ProductDetail`. */
                id?: string;
                /**
                 * @description Several products, comma-separated or repeated, at most 100: the answer is a `ProductsById`, in the requested
                 *     order and without unknown ids.
                 */
                ids?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductAnswer"];
                };
            };
            /** @description The product does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A parameter is missing, unknown or invalid: `fields` says which one and why */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    get_price_history: {
        parameters: {
            query?: {
                /** @description `90d` by default. */
                range?: components["schemas"]["HistoryRange"];
            };
            header?: never;
            path: {
                /** @description The product */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PriceHistory"];
                };
            };
            /** @description The address cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The product does not exist, or has no recorded price */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A parameter is unknown or invalid: `fields` says which one and why */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    list_reviews: {
        parameters: {
            query?: {
                limit?: number;
                page?: number;
            };
            header?: never;
            path: {
                /** @description The product */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewList"];
                };
            };
            /** @description The address cannot be decoded */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The product does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A parameter is unknown or invalid: `fields` says which one and why */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    submit_review: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The product */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewReview"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedReview"];
                };
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The product does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The rating is missing or invalid, or the comment is too long */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    get_own_review: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The product */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnReview"];
                };
            };
            /** @description The address cannot be decoded */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The product does not exist */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    count_view: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The product */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The view is counted, unless a crawler sent the request or there is no such product */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The address cannot be decoded */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The id is malformed */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
                category?: components["schemas"]["Category"][];
                /**
                 * @description Product ids of a build, at most 64: hides products that do not fit it. Unknown ids are ignored. A product that the
                 *     build has several times is `id:quantity`.
                 */
                compatibleWith?: string[];
                /** @description `false` omits the counts: `facets` is empty, and the answer faster. */
                facets?: boolean;
                /** @description Only products in stock. */
                inStock?: boolean;
                limit?: number;
                /** @description Words of understood parts to be searched as plain words; repeated, not comma-separated. */
                literal?: string[];
                manufacturer?: string[];
                maxPrice?: number;
                /** @description In dinars, with at most three decimals. */
                minPrice?: number;
                /** @description Minimum mean stars. */
                minRating?: number;
                /** @description From 1. Pages reach the first 10,000 products. */
                page?: number;
                /** @description Words to search for. */
                q?: string;
                /** @description Slugs of retailers. */
                retailer?: string[];
                /**
                 * @description By default `relevance`, which without words equals `popularity`. Others: `popularity`, `price_asc`,
                 *     `price_desc`, `delivered_asc` (including delivery), `name_asc`, `name_desc`, `drop`, `rating`, or
                 *     `spec.<key>.asc` and `spec.<key>.desc` for a fact that listings filter by; products without the fact come last.
                 * @example spec.cores.desc
                 */
                sort?: string;
                /** @description Only products of retailers that accept instalments by Tabby. */
                tabby?: boolean;
                tier?: components["schemas"]["TierName"][];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductList"];
                };
            };
            /** @description A parameter is unknown or invalid: `fields` says which one and why */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The index cannot be read at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    list_retailers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetailerList"];
                };
            };
            /** @description The operation takes no parameters */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    delete_review: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The review */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The review is deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The address cannot be decoded */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request comes from another site's page, or an administrator must confirm the password */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The review does not exist, or belongs to another user */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
                category?: components["schemas"]["Category"][];
                /**
                 * @description Product ids of a build, at most 64: hides products that do not fit it. Unknown ids are ignored. A product that the
                 *     build has several times is `id:quantity`.
                 */
                compatibleWith?: string[];
                /** @description 1: with the parts of each product's score */
                explain?: number;
                /** @description `false` omits the counts: `facets` is empty, and the answer faster. */
                facets?: boolean;
                /** @description Only products in stock. */
                inStock?: boolean;
                limit?: number;
                /** @description Words of understood parts to be searched as plain words; repeated, not comma-separated. */
                literal?: string[];
                manufacturer?: string[];
                maxPrice?: number;
                /** @description In dinars, with at most three decimals. */
                minPrice?: number;
                /** @description Minimum mean stars. */
                minRating?: number;
                /** @description From 1. Pages reach the first 10,000 products. */
                page?: number;
                /** @description Words to search for. */
                q?: string;
                /** @description Slugs of retailers. */
                retailer?: string[];
                /**
                 * @description By default `relevance`, which without words equals `popularity`. Others: `popularity`, `price_asc`,
                 *     `price_desc`, `delivered_asc` (including delivery), `name_asc`, `name_desc`, `drop`, `rating`, or
                 *     `spec.<key>.asc` and `spec.<key>.desc` for a fact that listings filter by; products without the fact come last.
                 * @example spec.cores.desc
                 */
                sort?: string;
                /** @description Only products of retailers that accept instalments by Tabby. */
                tabby?: boolean;
                tier?: components["schemas"]["TierName"][];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductList"];
                };
            };
            /** @description `explain` was requested without a session */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `explain` was requested by a user who is not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A parameter is unknown or invalid: `fields` says which one and why */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The index cannot be read at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    list_sources: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourceList"];
                };
            };
            /** @description The operation takes no parameters */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
                /** @description Maximum number of products. */
                limit?: number;
                /** @description The text typed so far. */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Suggestions"];
                };
            };
            /** @description A parameter is unknown or invalid: `fields` says which one and why */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The index cannot be read at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    delete_account: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IdentityProof"];
            };
        };
        responses: {
            /** @description The account is deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The account is the last administrator's; or: The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The password or the second factor is wrong or missing */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    export_data: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One JSON object with a key for each kind of data */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    list_notifications: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationList"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    read_notifications: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReadNotifications"];
            };
        };
        responses: {
            /** @description The notifications are marked as read */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An id is invalid, or there are too many */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    change_password: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuccessResponse"];
                };
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The current password or the second factor is wrong or missing, or the new password is refused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    list_alerts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertList"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    create_alert: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAlert"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedAlert"];
                };
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The product does not exist, or the user has no such build */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A field is wrong, the target price is reached already, the constraints contradict each other, or the user has too many alerts */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    delete_alert: {
        parameters: {
            query: {
                alertId: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The alert is deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user has no such alert */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A parameter is unknown or given twice */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    get_second_factor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactorState"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    create_second_factor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IdentityProof"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewSecondFactor"];
                };
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user has an authenticator app; or: The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The password or the second factor is wrong or missing */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    delete_second_factor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IdentityProof"];
            };
        };
        responses: {
            /** @description The app's codes are no longer accepted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user has no authenticator app; or: The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The password or the second factor is wrong or missing */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    confirm_second_factor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmSecondFactorRequest"];
            };
        };
        responses: {
            /** @description Sign-ins ask for a code from now on */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user has an authenticator app, or no secret was created; or: The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The code is wrong */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    add_passkey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddPasskeyRequest"];
            };
        };
        responses: {
            /** @description Sign-ins accept the passkey from now on */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedPasskey"];
                };
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The challenge has expired or was answered before, an account has the passkey already, or this site's address allows none; or: The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The name or the passkey is wrong, or the account has too many passkeys */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    delete_passkey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IdentityProof"];
            };
        };
        responses: {
            /** @description The passkey is no longer accepted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user has no such passkey */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The password or the second factor is wrong or missing */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    challenge_passkey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The options of `navigator.credentials.get()` */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyOptions"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user has no passkey, or this site's address allows none; or: The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    start_passkey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IdentityProof"];
            };
        };
        responses: {
            /** @description The options of `navigator.credentials.create()` */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyOptions"];
                };
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description This site's address allows no passkeys; or: The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The password or the second factor is wrong or missing, or the account has too many passkeys */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    renew_recovery_codes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IdentityProof"];
            };
        };
        responses: {
            /** @description The old codes no longer work */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user has no second factor; or: The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The password or the second factor is wrong or missing */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    list_sessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionList"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    end_all_sessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndSessionsRequest"];
            };
        };
        responses: {
            /** @description All sessions of the account have ended */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The password is wrong */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    end_session: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndSessionsRequest"];
            };
        };
        responses: {
            /** @description The session has ended */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user has no such session */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The password is wrong */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    get_settings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
    change_settings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SettingsPatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            /** @description The body is not valid JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No user is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request comes from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body arrives too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The session is of another user than the header `X-Tajmeea-User` says */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not `application/json` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A field is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: the header `Retry-After` says in how many seconds the next one is accepted */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer at the moment; or: More requests arrive than can be answered: the header `Retry-After` says when to try again */
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
