// Generated from openapi.json by `npm run generate`. Do not edit.
export interface paths {
    "/api/admin/analytics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** `GET /api/admin/analytics`: how many people, products, builds and reviews there are. */
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
        /** `GET /api/admin/audit-log`: what was done, the newest first. */
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
         * `POST /api/admin/catalogue/{id}/merge`: makes one product of two. Offers with their history, favourites, alerts, kept
         *     builds and reviews go along, and the old address leads to the new one.
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
        /** `GET /api/admin/catalogue/{id}/pictures`: the pictures that shops show of a product. */
        get: operations["list_product_pictures"];
        put?: never;
        /** `POST /api/admin/catalogue/{id}/pictures`: chooses or refuses a picture of a product. */
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
        /** `POST /api/admin/catalogue/{id}/split`: makes another product of some of its offers. Their history goes with them. */
        post: operations["split_product"];
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
        /** `GET /api/admin/jobs`: background work. */
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
        /** `POST /api/admin/jobs/cancel`: cancels jobs; the worker of a running one stops at its next heartbeat. */
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
        /** `POST /api/admin/jobs/retry`: queues jobs that were parked, cancelled or wait, due now. */
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
        /** `GET /api/admin/manufacturers`: the manufacturers that the built-in table does not know. */
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
        /** `POST /api/admin/manufacturers/alias`: it is another name of a manufacturer. */
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
        /** `POST /api/admin/manufacturers/confirm`: it is a manufacturer. */
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
        /** `POST /api/admin/manufacturers/refuse`: it is no manufacturer's name, such as the shop's own. */
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
        /** `GET /api/admin/matches`: the review queue: is one page the same product as another? */
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
        /** `POST /api/admin/matches/approve`: the offer is of the product; a provisional page is merged into it. */
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
        /** `POST /api/admin/matches/approve-many`: approves each in turn; one that cannot be holds up no other. */
        post: operations["approve_many_matches"];
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
        /** `GET /api/admin/matches/export`: the queue as CSV, in UTF-8, safe to open in a spreadsheet. */
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
        /** `POST /api/admin/matches/flag`: keeps a note; the match stays pending and needs review. */
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
        /** `POST /api/admin/matches/reject`: the offer is not of the product, for good. */
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
        /** `POST /api/admin/matches/reject-many`: rejects each in turn; one that cannot be holds up no other. */
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
        /** `POST /api/admin/matches/reopen`: a decided pair waits for a decision again, however long ago and whoever decided. */
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
        /** `POST /api/admin/matches/undo`: takes back one's own decision of the last seconds. */
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
        /** `GET /api/admin/offers/rejected`: what shops list and could not be read, and why. */
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
        /** `GET /api/admin/offers/waiting`: offers that belong to no product, and why. */
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
        /** `GET /api/admin/open-work`: how much waits, for the counts on the tabs. */
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
        /** `GET /api/admin/operations`: how crawls, jobs, the index and the outbox do. */
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
        /** `GET /api/admin/price-differences`: products for which shops ask very different prices. */
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
        /** `GET /api/admin/products`: the shops' offers, joined to a product or not, a page at a time. */
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
        /** `DELETE /api/admin/products/{id}`: deletes an offer for good; no crawl brings it back. */
        delete: operations["delete_product"];
        options?: never;
        head?: never;
        /** `PATCH /api/admin/products/{id}`: changes an offer, and pins what was changed. */
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
        /** `POST /api/admin/products/link`: joins several offers to one product, or takes them from theirs. */
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
        /** `GET /api/admin/quarantine`: prices that wait for a decision. */
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
        /** `POST /api/admin/quarantine/drop`: refuses held prices, for good. */
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
        /** `POST /api/admin/retailers/{slug}/crawl`: has a shop crawled now. */
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
        /** `GET /api/admin/users`: people with an account. */
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
        /** `POST /api/admin/users/{id}/grant-admin`: makes somebody an administrator, and signs them out everywhere. */
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
        /** `POST /api/admin/users/{id}/revoke-admin`: takes it from somebody (or oneself), and signs them out everywhere. */
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
        /** `POST /api/admin/users/{id}/sign-out`: ends all sessions of somebody (or one's own); they may sign in again. */
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
        /** `GET /api/auth/bot-check`: which check the sign-up page shows. */
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
        /** `GET /api/auth/challenge`: a piece of work for the ALTCHA widget. */
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
        /** `POST /api/auth/confirm-password`: says again who is there. Administrators' calls want it once in 12 hours. */
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
        /** `POST /api/auth/login`: begins a session, in a cookie. */
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
        /** `POST /api/auth/logout`: ends the session. */
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
        /** `GET /api/auth/me`: who is signed in; nobody is no error. */
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
        /** `POST /api/auth/register`: asks for an account; the mailed link makes it. */
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
        /** `POST /api/auth/reset-password`: sets the new password, and ends all sessions. */
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
        /** `POST /api/auth/verify-email`: makes the account that a mailed link belongs to. */
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
        /** `POST /api/basket`: the cheapest ways to buy a build, at one shop or several. */
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
         * @description Every part is in stock, every rule of compatibility passes, and the total is that of the cheapest basket. The best build is
         *     proved (`optimal`) unless the time ended first. Indices are estimated from specifications.
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
        /** `GET /api/budget-builds/curve`: the index that each budget buys, without wishes. */
        get: operations["get_budget_curve"];
        put?: never;
        post?: never;
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
        /** `GET /api/builds`: the builds of whoever is signed in. */
        get: operations["list_builds"];
        put?: never;
        /** `POST /api/builds`: keeps a build at today's prices. */
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
        /** `GET /api/builds/{shareToken}`: a shared build, for everybody; a person's own also by its id, and while it is private. */
        get: operations["get_build"];
        /** `PUT /api/builds/{id}`: changes what is given. */
        put: operations["update_build"];
        post?: never;
        /** `DELETE /api/builds/{id}`: forgets it, and its link. */
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
        /** `POST /api/builds/{id}/duplicate`: keeps a copy, private and at today's prices. */
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
        /** `GET /api/categories`: the kinds of product with the number of products in each. */
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
        /** `POST /api/compatibility`: judges a build by every rule. */
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
        /** `POST /api/compatibility/candidates`: how the products of a page stand beside a build, by the rules that check a build. */
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
        /** `GET /api/favorites`: the favourites of whoever is signed in. */
        get: operations["list_favorites"];
        put?: never;
        /** `POST /api/favorites`: keeps a product in mind. Again changes nothing. */
        post: operations["add_favorite"];
        /** `DELETE /api/favorites`: forgets one. What is none is forgotten already. */
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
        /** `GET /api/health`: how this process does, for load balancers and operators. */
        get: operations["get_health"];
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
        /** `GET /api/landing-pages`: the addresses of a category's chips, sockets, capacities and makers, those looked for first at the front. */
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
        /** `GET /api/products?id=`: a product with its offers; of one that was merged, the one it went into. `?ids=a,b`: several products in the order asked. */
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
        /** `GET /api/products/{id}/price-history`: what the product cost, shop by shop. Never cached. */
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
        /** `GET /api/products/{id}/reviews`: what people say of a product. */
        get: operations["list_reviews"];
        put?: never;
        /** `POST /api/products/{id}/reviews`: says something of a product, in place of what the same person said before. */
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
        /** `GET /api/products/{id}/reviews/mine`: what the person who asks has said of a product. */
        get: operations["get_own_review"];
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
        /**
         * `GET /api/products/list`: a page of the products that the filters let through.
         * @description `category` of the answer is the category asked for, when it is one. Filters combine: every group must hold, any
         *     value inside a group suffices. Facts are filtered by `spec.<key>=value` (any of several), or for numbers
         *     `spec.<key>.min` and `spec.<key>.max`; the keys are those of a product's `specs`. `hidden` counts what
         *     `compatibleWith` leaves out: products that an error of the compatibility rules speaks of. What is not known hides nothing.
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
        /** `GET /api/retailers`: the shops, in the order in which they were added. */
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
        /** `DELETE /api/reviews/{id}`: takes a review away. Its author may, and an administrator. */
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
         * `GET /api/search`: a page of what `q` finds, best first, with what of it was understood as filters.
         * @description Filters are those of `GET /api/products/list`. `explain` says why each product stands where it does, to admins only.
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
        /** `GET /api/sources`: the sources of the facts about products, with their notices, by name. */
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
        /** `GET /api/suggest`: what the words typed so far may become. */
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
        /** `POST /api/user/delete`: ends the account, and all that belongs to it. */
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
        /** `GET /api/user/export`: everything that is stored about whoever is signed in. */
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
        /** `GET /api/user/notifications`: the newest alerts that fired for whoever is signed in. */
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
        /** `POST /api/user/notifications/read`: marks them as read. Somebody else's stay as they are. */
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
        /** `POST /api/user/password`: sets another password. This browser gets a new session, all others end. */
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
        /** `GET /api/user/price-alerts`: the alerts of whoever is signed in, newest first. */
        get: operations["list_alerts"];
        put?: never;
        /** `POST /api/user/price-alerts`: has a price watched. The same wish again is the same alert, from today's price on. */
        post: operations["create_alert"];
        /** `DELETE /api/user/price-alerts?alertId=`: watches no longer. */
        delete: operations["delete_alert"];
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
        /** `GET /api/user/sessions`: where this person is signed in. */
        get: operations["list_sessions"];
        put?: never;
        post?: never;
        /** `DELETE /api/user/sessions`: signs out everywhere, here too. */
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
        /** `DELETE /api/user/sessions/{id}`: signs one of them out. */
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
        /** `GET /api/user/settings` */
        get: operations["get_settings"];
        /** `PUT /api/user/settings`: changes what is given. */
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
        /** @description One shop's offer, and the product that it is of. */
        AdminProduct: {
            /**
             * Format: uuid
             * @description The product in the catalogue; null while it is of none.
             */
            canonicalId: string | null;
            canonicalName: string | null;
            category: string | null;
            /** @example KWD */
            currency: string;
            /** @description The shop has it no more. */
            ended: boolean;
            /** Format: uuid */
            id: string;
            inStock: boolean;
            manufacturer: string | null;
            model: string | null;
            name: string;
            picture: components["schemas"]["Picture"] | null;
            /**
             * @description Fields that an administrator set and crawls leave: `name`, `category`, `manufacturer`, `price`.
             * @example [
             *       "price"
             *     ]
             */
            pinned: string[];
            price: components["schemas"]["Kwd"];
            retailer: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description Its page at the shop. */
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
        /** @description A person's alerts, newest first. */
        AlertList: {
            alerts: components["schemas"]["PriceAlert"][];
        };
        /**
         * @description The kinds of alerts on the wire.
         * @enum {string}
         */
        AlertType: "ANY_DROP" | "TARGET_PRICE" | "PERCENTAGE_DROP" | "BUILD_TOTAL";
        /** @description Figures of the whole. */
        Analytics: {
            /**
             * Format: date-time
             * @description When products were last counted.
             */
            countedAt: string | null;
            distribution: components["schemas"]["Distribution"];
            growth: components["schemas"]["Growth"];
            recent: components["schemas"]["Recent"];
            totals: components["schemas"]["Totals"];
        };
        /** @description Outcome of the decisions. */
        ApproveOutcome: {
            approved: number;
            failed: components["schemas"]["BatchFailure"][];
        };
        /** @description Something an administrator did, or the matcher by itself. */
        AuditAction: {
            /** @example APPROVE_MATCH */
            actionType: string;
            admin: components["schemas"]["AuditAdmin"];
            after: Record<string, never> | null;
            /** @description What stood there before, and what stands there now. */
            before: Record<string, never> | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: uuid */
            id: string;
            targetId: string;
            /** @description Name of the target today. */
            targetName: string | null;
            /**
             * Format: uuid
             * @description The product page that the target is, is on, or is about.
             */
            targetProductId: string | null;
            /** @example MATCH */
            targetType: string;
        };
        /** @description Who did it. */
        AuditAdmin: {
            email: string | null;
            /** @description SYSTEM for the matcher. */
            name: string;
        };
        /** @description An administrator who is in the log. */
        AuditAuthor: {
            email: string | null;
            /** Format: uuid */
            id: string;
            name: string;
        };
        /** @description A page of the audit log. */
        AuditLog: {
            /** @description The newest first. */
            actions: components["schemas"]["AuditAction"][];
            /** @description Every kind of action that was ever done, for the filter. */
            actionTypes: string[];
            /** @description Everybody who ever did something, for the filter. */
            admins: components["schemas"]["AuditAuthor"][];
            /** Format: int32 */
            limit: number;
            /** Format: int32 */
            page: number;
            /** Format: int64 */
            total: number;
        };
        /** @description Ways to buy a build. Only what shops have in stock is bought; a part with its quantity comes from one shop. */
        Baskets: {
            cheapest: components["schemas"]["Plan"] | null;
            /** @example KWD */
            currency: string;
            eachLowest: components["schemas"]["Plan"] | null;
            /** @description The cheapest splits over fewer shops than `cheapest` has, from many shops to one, where there are such. */
            fewerShops: components["schemas"]["Plan"][];
            nearestShop: components["schemas"]["NearestShop"] | null;
            /** @description Ids of no product. */
            notFound: string[];
            /** @description Entries that could not be put into the build; the rest was reckoned. */
            refused: components["schemas"]["RefusedEntry"][];
            /** @description Parts that no shop has in stock in this number: in no plan. */
            unavailable: string[];
        };
        /** @description One that could not be done. */
        BatchFailure: {
            /** @example MATCH_DECIDED */
            code: string;
            /** @description Why, for a person. */
            error: string;
            id: string;
        };
        /** @description A better build than the budget pays for. */
        BetterBuild: components["schemas"]["PricedBudgetBuild"] & {
            /** @description Its parts that the best build within the budget does not have. */
            changed: string[];
            /** @description The sum that it costs beyond the budget. */
            extra: components["schemas"]["Kwd"];
        };
        /** @description What the page needs to show its check. */
        BotCheckSetup: {
            /**
             * @description `altcha` or `turnstile`.
             * @example altcha
             */
            provider: string;
            /** @description Turnstile's public key. */
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
        /** @description A question for builds. */
        BudgetBuildsRequest: {
            /** @description Whether rules that cannot be checked, because a fact is not stated, may stay unchecked. Otherwise every rule passes. */
            allowUnknown?: boolean;
            /** @description In dinars: above 0, at most 1,000,000. */
            budget: components["schemas"]["Kwd"];
            /**
             * @description `delivered` (the default): the budget pays for parts and delivery; `parts`: for parts alone.
             * @example delivered
             */
            counts?: string | null;
            use: components["schemas"]["BuildUse"];
            wishes?: components["schemas"]["BuildWishes"];
        };
        /** @description Index that money buys, at today's prices and at those of 90 days ago. */
        BudgetCurve: {
            /** @description At the prices and stock of `beforeDay`, today's delivery rules and parts; empty where no build was possible. */
            before: components["schemas"]["CurvePoint"][];
            /** @example 2026-08-25 */
            beforeDay: string;
            /** @example KWD */
            currency: string;
            least: components["schemas"]["Kwd"] | null;
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
        /** @description A build that somebody keeps. */
        Build: {
            /** @description By category: one part, or a list where the slot holds several. */
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
            /** @description Every required category is filled. */
            isComplete: boolean;
            /** @description Whether it belongs to whoever asks. */
            isOwn: boolean;
            /** @description Readable by its link, while its owner allows sharing. */
            isPublic: boolean;
            name: string;
            /** Format: date-time */
            pricedAt: string;
            shareToken: string;
            /** @description At today's best prices; parts that no shop has now are not in it. */
            todayTotal: components["schemas"]["Kwd"];
            /** @description At the prices of the day it was saved (`pricedAt`). */
            totalPrice: components["schemas"]["Kwd"];
            /** @description Number of its parts that no retailer has now, or that are gone from the catalogue. */
            unpriced: number;
            /** Format: date-time */
            updatedAt: string;
            user: components["schemas"]["BuildOwner"] | null;
            /**
             * Format: int32
             * @description Counts what was saved. Who saves sends the version that it is based on, and learns when it is not the last one.
             */
            version: number;
            /** Format: int64 */
            viewCount: number;
        };
        /** @description A build, and where it can be seen. */
        BuildAnswer: {
            build: components["schemas"]["Build"];
            /** @description Ids of no product, which were left out. */
            notFound: string[];
            /** @description Entries that could not be put into the build; the rest was kept. */
            refused: components["schemas"]["RefusedEntry"][];
            /** @description The address of the shared build's page. It opens for others only while the build is public. */
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
        /** @description A page of a person's builds, last changed first. */
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
             * @description By how much a better one could be better, in points of the index, where the time ended first; for `goodEnough` null.
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
        /** @description Whose build it is. */
        BuildOwner: {
            name: string;
        };
        /** @description What is to be changed of a build; what is absent stays. */
        BuildPatch: {
            /** @description In place of all that the build holds, at today's prices. */
            components?: {
                [key: string]: unknown;
            } | null;
            currency?: string | null;
            /** @description An empty text takes it away. */
            description?: string | null;
            isPublic?: boolean | null;
            name?: string | null;
            /** Format: double */
            totalPrice?: number | null;
            /**
             * Format: int32
             * @description The version that the change is based on. When another was saved meanwhile, nothing is changed: 409. Without it the
             *     last one who saves wins.
             */
            version?: number | null;
        };
        /** @description A product in a build, as it is today. */
        BuildProduct: {
            category: components["schemas"]["Category"];
            /** @example KWD */
            currency: string;
            /**
             * Format: uuid
             * @description Null for a product that is gone for good: its name is kept.
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
        /** @description A build to be judged. */
        BuildRequest: {
            /**
             * @description What is chosen, by category: nothing (null), a product id, `{productId, quantity}`, a chosen component of a build
             *     (`{product: {id}}`), or a list of these.
             * @example {
             *       "CPU": "8a1f…",
             *       "RAM": [
             *         {
             *           "productId": "77c0…",
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
        /** @description Conditions beside budget and use; what is absent asks for nothing. */
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
             * @description Parts that must be in the build; at most 16.
             * @default []
             */
            keep: components["schemas"]["KeptPart"][];
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
        /** @description What became of those to be cancelled. */
        CancelOutcome: {
            cancelled: number;
            failed: components["schemas"]["BatchFailure"][];
        };
        /** @description Outcomes of the candidates checked against the build. */
        CandidateFits: {
            /** @description In the order asked for. Products that no rule compares with the build are left out. */
            candidates: components["schemas"]["ProductFit"][];
        };
        /** @description Products to be checked beside a build. */
        CandidatesRequest: {
            beside?: components["schemas"]["Category"] | null;
            /** @description The products of the page. */
            candidates: string[];
            /**
             * @description Chosen parts, as for `POST /api/compatibility`.
             * @example {
             *       "CASE": "8a1f…"
             *     }
             */
            components: {
                [key: string]: unknown;
            };
            /** @description Whether each candidate's facts are answered with what they are measured against. */
            facts?: boolean;
        };
        /**
         * @description A kind of product
         * @enum {string}
         */
        Category: "CPU" | "CPU_COOLER" | "MOTHERBOARD" | "RAM" | "STORAGE" | "GPU" | "CASE" | "PSU" | "MONITOR" | "CASE_FAN" | "KEYBOARD" | "MOUSE" | "HEADSET" | "OTHER";
        /** @description Products of a category. */
        CategoryCount: {
            /** @example GPU */
            category: string;
            /** Format: int64 */
            count: number;
        };
        /** @description One kind of product. */
        CategoryEntry: {
            /**
             * Format: int64
             * @description How many products it holds.
             */
            count: number;
            /** @description The icon's name. */
            icon: string;
            label: string;
            labelAr: string;
            /** @description The key that opens the listing. */
            letter: string | null;
            /** @description Whether a build without it is incomplete. */
            required: boolean;
            /** @description The listing page's path, where there is one. */
            route: string | null;
            type: components["schemas"]["Category"];
        };
        /** @description All categories, builder rows first and in their order. */
        CategoryList: {
            categories: components["schemas"]["CategoryEntry"][];
        };
        /** @description One side of a comparison. */
        ComparisonSide: {
            /**
             * Format: uuid
             * @description The side's best product, where it has any.
             */
            product: string | null;
            words: string;
        };
        /** @description What the rules say about a build. */
        Compatibility: {
            /** @description No error. What could not be checked is no error: it stands in `unchecked`. */
            compatible: boolean;
            /** @example KWD */
            currency: string;
            /**
             * Format: int32
             * @description The running estimate, in W.
             */
            estimatedWatts: number;
            /** @description Every required category is filled. */
            isComplete: boolean;
            /** @description Errors first, then warnings, then notes. */
            issues: components["schemas"]["Issue"][];
            lineItems: components["schemas"]["WattLine"][];
            /** @description Ids of no product. */
            notFound: string[];
            /** @description The rules that were judged and passed. */
            passed: components["schemas"]["Passed"][];
            /**
             * Format: int32
             * @description In W; null as long as neither processor nor graphics card is chosen.
             */
            recommendedPsu: number | null;
            /** @description Entries that could not be put into the build; the rest was judged. */
            refused: components["schemas"]["RefusedEntry"][];
            /**
             * Format: int32
             * @description The draw by which the supply is judged, in W.
             */
            requiredWatts: number;
            /** @description At today's best prices, by our own count; parts of `unpriced` are not in it. */
            totalPrice: components["schemas"]["Kwd"];
            /** @description Rules that could not be judged, and the facts that would decide them. */
            unchecked: components["schemas"]["Unchecked"][];
            /** @description Parts that nobody sells now. */
            unpriced: string[];
            /** @description Whether every line of the sum is known. */
            wattsKnown: boolean;
        };
        /** @description The password of whoever is signed in. */
        Confirmation: {
            password: string;
        };
        /** @description What a copy is to be called. */
        CopyRequest: {
            /** @description The original's name with ` (Copy)` where it is absent. */
            name?: string | null;
        };
        /** @description What a crawl met. */
        CrawlReport: {
            /**
             * Format: int32
             * @description Offers that are new, changed or ended.
             */
            changes: number;
            /** @description Why it did not go through. */
            error: string | null;
            /**
             * Format: int32
             * @description Offers that could not be read.
             */
            errors: number;
            /** Format: date-time */
            finishedAt: string | null;
            /**
             * Format: int32
             * @description Prices held back for a decision.
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
        /** @description The alert that was made. */
        CreatedAlert: {
            /** Format: uuid */
            id: string;
        };
        /** @description What is typed to sign in. */
        Credentials: {
            email: string;
            password: string;
        };
        /** @description Who is signed in, if anybody is. */
        CurrentUser: {
            user: components["schemas"]["User"] | null;
        };
        /** @description The best build of one budget. */
        CurvePoint: {
            budget: components["schemas"]["Kwd"];
            /**
             * Format: double
             * @description 0 to 100; never lower than that of a smaller budget.
             */
            index: number;
            total: components["schemas"]["Kwd"];
        };
        /**
         * @description Whether the database answers.
         * @enum {string}
         */
        DatabaseHealth: "up" | "down";
        /** @description How many came on a day. */
        DayCount: {
            /** Format: int64 */
            count: number;
            /**
             * Format: date
             * @example 2026-11-21
             */
            createdAt: string;
        };
        /** @description Pairs to be decided on together. */
        DecidedMatches: {
            /** @description At most 1,000 matches. */
            ids: string[];
        };
        /** @description Said again for what cannot be undone. */
        DeleteAccountRequest: {
            password: string;
        };
        /** @description Where the products are; the largest first. */
        Distribution: {
            productsByCategory: components["schemas"]["CategoryCount"][];
            /** @description The ten shops that sell the most products now. */
            topRetailers: components["schemas"]["RetailerCount"][];
        };
        /** @description What became of those to be refused. */
        DropOutcome: {
            dropped: number;
            failed: components["schemas"]["BatchFailure"][];
        };
        /** @description Every error's body. */
        ErrorBody: {
            /**
             * @description What happened, for programs; never changes its meaning.
             * @example INVALID_FIELDS
             */
            code: string;
            /** @description A sentence for a person, in English. */
            error: string;
            /** @description What is wrong with each field, where fields are at fault. */
            fields?: {
                [key: string]: string;
            };
        };
        /** @description A piece of a rationale. */
        EvidenceBody: {
            /** @example FACT_DIFFERS */
            code: string;
            /** @description The fact it is about. */
            key?: string | null;
            offer?: string | null;
            product?: string | null;
        };
        /** @description One side of a comparison. */
        EvidenceFact: {
            /**
             * @description A spec's or a derived fact's name.
             * @example length
             */
            key: string;
            origin: components["schemas"]["FactOrigin"];
            /**
             * Format: uuid
             * @description Whose fact it is; null where the figure belongs to the build.
             */
            part: string | null;
            value: components["schemas"]["FactValue"];
        };
        /** @description Of what a product's score is made. */
        Explanation: {
            parts: components["schemas"]["ScorePart"][];
            /**
             * Format: float
             * @description Larger is better; only comparable within one answer.
             */
            score: number;
        };
        /** @description One filter group's counts. */
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
        /** @description How many products lie in `from..to`, the last bucket with its end. */
        FacetBucket: {
            /** Format: int64 */
            count: number;
            /** Format: double */
            from: number;
            /** Format: double */
            to: number;
        };
        /** @description How many products have one value. */
        FacetValue: {
            /** Format: int64 */
            count: number;
            value: string;
        };
        /**
         * @description Where a fact came from: stated by the part's specs, or inferred.
         * @enum {string}
         */
        FactOrigin: "stated" | "name" | "model" | "chipset" | "socket" | "reckoned";
        /** @description A fact's value as the rules compare it. */
        FactValue: boolean | number | string[];
        /** @description One of them. */
        Favorite: {
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: uuid
             * @description The product's.
             */
            id: string;
            product: components["schemas"]["Product"];
        };
        /** @description A person's favourites, newest first. */
        FavoriteList: {
            favorites: components["schemas"]["Favorite"][];
        };
        /** @description Which product. */
        FavoriteOf: {
            /** Format: uuid */
            productId: string;
        };
        /** @description A pair, and a note on it. */
        FlagRequest: {
            /** @description The match's id. */
            id: string;
            /** @description May be left out. At most 1,000 characters. */
            notes?: string | null;
        };
        /** @description Who forgot a password. */
        ForgotPasswordRequest: {
            email: string;
            /** @description `en` or `ar`: the language to write in. */
            language?: string | null;
        };
        /** @description What happened, for a person. */
        ForgotPasswordResponse: {
            message: string;
        };
        /** @description Some words of the query and the role in which they were read. */
        GrammarPart: {
            meaning: string;
            /** @description `required`, `optional`, or the kind of filter. */
            role: string;
            words: string;
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
        /** @description Of each of the last 30 days, today (UTC) last. */
        Growth: {
            builds: components["schemas"]["DayCount"][];
            users: components["schemas"]["DayCount"][];
        };
        /** @description How this process does. */
        Health: {
            database: components["schemas"]["DatabaseHealth"];
            index: components["schemas"]["IndexHealth"];
            status: components["schemas"]["Status"];
            /** @description The program's version. */
            version: string;
        };
        /** @description An offer whose new price was not believed. */
        HeldOffer: {
            /** @example KWD */
            currency: string;
            /** Format: date-time */
            heldAt: string;
            /** Format: uuid */
            id: string;
            marketPrice: components["schemas"]["Kwd"] | null;
            /** Format: int64 */
            marketShops: number | null;
            name: string;
            ownPrice: components["schemas"]["Kwd"] | null;
            picture: components["schemas"]["Picture"] | null;
            price: components["schemas"]["Kwd"];
            /**
             * @description Which rule held it.
             * @example PRICE_FAR_FROM_OWN
             */
            reason: string;
            retailer: string;
            retailerSlug: string;
            /**
             * Format: int32
             * @description How often crawls met it with this price.
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
        /** @description A transaction of the database server that keeps changes from the index for as long as it lasts. */
        HidingTransaction: {
            application: string | null;
            database: string | null;
            /** @description The name that it was prepared under. */
            prepared: string | null;
            /**
             * Format: int32
             * @description The server process that runs it; null for a prepared transaction.
             */
            process: number | null;
            /**
             * Format: double
             * @description How long it has been running.
             */
            seconds: number | null;
            user: string | null;
        };
        /** @description One shop's line. */
        HistoryDataset: {
            /** @description Oldest first. */
            data: components["schemas"]["HistoryPoint"][];
            /** @description The shop's English name. */
            label: string;
            retailerSlug: string;
        };
        /** @description One step of one shop's price. */
        HistoryEntry: {
            /** Format: date */
            date: string;
            price: components["schemas"]["Kwd"];
            retailer: string;
            retailerSlug: string;
            stock: components["schemas"]["Stock"];
        };
        /** @description A price from a day on. */
        HistoryPoint: {
            /**
             * Format: date
             * @description The day (UTC).
             */
            x: string;
            y: components["schemas"]["Kwd"];
        };
        /**
         * @description How far back a price history goes.
         * @enum {string}
         */
        HistoryRange: "30d" | "60d" | "90d" | "180d" | "1y" | "all";
        /** @description Prices over the range; days on which it was sold out do not count. */
        HistoryStatistics: {
            averagePrice: components["schemas"]["Kwd"] | null;
            currentLowestPrice: components["schemas"]["Kwd"] | null;
            highestPrice: components["schemas"]["Kwd"] | null;
            lowestPrice: components["schemas"]["Kwd"] | null;
            /**
             * Format: double
             * @description How far the current lowest price lies below the highest of the range, in percent with one decimal.
             */
            priceDropPercentage: number | null;
        };
        /** @description Several things to be done alike. */
        Ids: {
            /** @description At most 1,000. */
            ids: string[];
        };
        /** @description What this process' index holds and how far it is behind. */
        IndexHealth: {
            /** @description Whether its files are damaged: it is built anew, and answers meanwhile as far as it can be read. */
            damaged: boolean;
            /** Format: int64 */
            documents: number;
            /**
             * Format: int64
             * @description Counts up with every rebuild.
             */
            generation: number;
            /**
             * Format: double
             * @description Seconds since the index was last known to hold all that the database says; null before the first time.
             */
            lagSeconds: number | null;
            /** @description Whether a new generation is being built beside the live one. */
            rebuilding: boolean;
        };
        /** @description The index of the process that answers. */
        IndexState: {
            /**
             * Format: int64
             * @description On disk.
             */
            bytes: number;
            /** Format: int64 */
            documents: number;
            /**
             * Format: int64
             * @description Counts up with every rebuild.
             */
            generation: number;
            hiddenBy: components["schemas"]["HidingTransaction"] | null;
            /**
             * Format: double
             * @description Seconds since it was last known to hold all that the database says; null before the first time.
             */
            lagSeconds: number | null;
            rebuilding: boolean;
        };
        /** @description Something to know about the build. */
        Issue: {
            /** @example SOCKET_MISMATCH */
            code: string;
            /** @description The parts that it is about. */
            componentIds: string[];
            /** @description What was compared: `asked` and `allowed` (each with `part`, `key`, `value`, `origin`), `gap` and `unit`. */
            evidence: components["schemas"]["IssueEvidence"][];
            /** @description Listings of parts that would fit: `category` and `filters` by their names in the listing's address. */
            fixes: components["schemas"]["IssueFix"][];
            message: string;
            messageAr: string;
            /** @description `error`, `warning` or `info`. */
            type: string;
        };
        /** @description What one side asks and the other allows. */
        IssueEvidence: {
            allowed: components["schemas"]["EvidenceFact"];
            asked: components["schemas"]["EvidenceFact"];
            /**
             * Format: double
             * @description Asked less allowed, in `unit`, where both are numbers.
             */
            gap: number | null;
            /** @example mm */
            unit: string | null;
        };
        /** @description A listing of parts that would fit. */
        IssueFix: {
            category: components["schemas"]["Category"];
            /**
             * @description Pairs of a parameter's name in the listing's address and its value.
             * @example [
             *       [
             *         "spec.length.max",
             *         "355"
             *       ]
             *     ]
             */
            filters: string[][];
        };
        /** @description Jobs that are not over. */
        JobCounts: {
            /**
             * Format: int64
             * @description Failed too often: wait for a person.
             */
            parked: number;
            /** Format: int64 */
            queued: number;
            /** Format: int64 */
            running: number;
        };
        /** @description A page of jobs. */
        JobList: {
            /** @description The newest first. */
            jobs: components["schemas"]["ListedJob"][];
            /** Format: int32 */
            limit: number;
            /** Format: int32 */
            page: number;
            /** Format: int64 */
            total: number;
        };
        /** @description A part that must be in the build. */
        KeptPart: {
            /** @description Whether it is at home already: it costs nothing then and need not be sold. */
            owned?: boolean;
            /** Format: uuid */
            productId: string;
            /** Format: int32 */
            quantity?: number;
        };
        /** @description Kuwaiti dinars, at most three decimals */
        Kwd: number;
        /** @description A listing of one category with one filter, at an address of its own. */
        LandingPage: {
            /**
             * Format: int64
             * @description Products that have it and that a shop sells, in stock or not.
             */
            count: number;
            /**
             * @description Its name beside its category's, as in the way to a product.
             * @example RTX 5070
             */
            label: string;
            labelAr: string;
            /** @example RTX 5070 */
            name: string;
            nameAr: string;
            /**
             * @description The filter, as a parameter of a listing.
             * @example spec.gpuChipset
             */
            parameter: string;
            /** @example /gpu/rtx-5070 */
            path: string;
            /**
             * @description The last segment of its path, which begins with that of the category.
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
        /** @description The cheapest build that meets use and wishes. */
        LeastBuild: components["schemas"]["PricedBudgetBuild"] & {
            /** @description The sum that the budget lacks. */
            missing: components["schemas"]["Kwd"];
            /** @description Whether it is proved that no build is cheaper. */
            optimal: boolean;
        };
        /** @description Offers, and what they are of. */
        LinkedProducts: {
            /**
             * Format: uuid
             * @description The product that they are of; null takes each from the one it is of.
             */
            canonicalId: string | null;
            /** @description At most 1,000 offers. */
            ids: string[];
        };
        /** @description What became of them. */
        LinkOutcome: {
            failed: components["schemas"]["BatchFailure"][];
            linked: number;
        };
        /** @description A unit of background work. */
        ListedJob: {
            /** Format: int32 */
            attempts: number;
            /** @description What it did, where it ended well. */
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
            /** @description What it is about. */
            payload: Record<string, never>;
            /**
             * Format: date-time
             * @description When it is due.
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
        /** @description A person with an account. */
        ListedUser: {
            /** Format: date-time */
            createdAt: string;
            email: string;
            emailVerified: boolean;
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description In a browser that is signed in now.
             */
            lastSeenAt: string | null;
            name: string;
            /** @example USER */
            role: string;
        };
        /** @description A manufacturer as shops state it. */
        Manufacturer: {
            /** @description The manufacturer whose other name this is. */
            aliasOf: string | null;
            /** Format: date-time */
            decidedAt: string | null;
            /** @description Who decided, and when; nobody where it was done on the command line. */
            decidedBy: string | null;
            /** Format: date-time */
            firstSeen: string;
            /** @description The normal form of its name, by which it is decided on. */
            key: string;
            name: string;
            /**
             * Format: int32
             * @description Live offers under this name.
             */
            offers: number;
            /** Format: int32 */
            shops: number;
            /** @example UNCONFIRMED */
            state: string;
            /** @description Some of their titles. */
            titles: string[];
        };
        /** @description The name that is another name. */
        ManufacturerAliasRequest: {
            /** @description As the list names it. */
            key: string;
            /** @description The manufacturer whose name it is, in any spelling. */
            of: string;
        };
        /** @description The name that is decided on. */
        ManufacturerDecisionRequest: {
            /** @description As the list names it. */
            key: string;
        };
        /** @description A page of the manufacturers that the built-in table does not know. */
        ManufacturerList: {
            /** Format: int32 */
            limit: number;
            /** @description Those with the most offers first. */
            manufacturers: components["schemas"]["Manufacturer"][];
            /** Format: int32 */
            page: number;
            /** Format: int64 */
            total: number;
            /**
             * Format: int64
             * @description How many wait for a person.
             */
            unconfirmed: number;
        };
        /** @description An offer and a product that may be one. */
        Match: {
            /** @description What a shop lists; the page that it is on, where it is on one. */
            candidateProduct: components["schemas"]["Side"];
            /**
             * Format: float
             * @description 0 to 1.
             */
            confidence: number;
            /** Format: date-time */
            decidedAt: string | null;
            /** @description Who decided, and when. */
            decidedBy: string | null;
            /** @example NEEDS_REVIEW */
            decision: string;
            flagNote: string | null;
            /** Format: uuid */
            id: string;
            /** @description What speaks for and against it, by codes of `config/matching/messages.toml`. */
            rationale: components["schemas"]["EvidenceBody"][];
            /** @description What is in the catalogue. */
            referenceProduct: components["schemas"]["Side"];
            /** @example PENDING */
            status: string;
            /**
             * Format: float
             * @description What the answer is worth to shoppers: views, offers and price difference, by the weights of the configuration.
             */
            worth: number;
        };
        /** @description The pair that is decided on. */
        MatchDecisionRequest: {
            /** @description The match's id. */
            id: string;
        };
        /** @description A page of the review queue. */
        MatchList: {
            /** Format: int32 */
            limit: number;
            /** @description In the order that was asked for. */
            matches: components["schemas"]["Match"][];
            /** Format: int32 */
            page: number;
            /**
             * Format: int64
             * @description How many pending pairs have a confidence of 0.95 or higher.
             */
            sure: number;
            /** Format: int64 */
            total: number;
        };
        /** @description A fact of a candidate that a rule measured. */
        MeasuredFact: {
            /** @description Value of the build that the candidate's fact was measured against. */
            against: components["schemas"]["FactValue"];
            /**
             * @description A spec's or a derived fact's name.
             * @example length
             */
            key: string;
            /** @description `error`, `warning` or `pass`: the worst that is said of this fact. */
            outcome: string;
            /** @example mm */
            unit: string | null;
        };
        /** @description The product that it is. */
        MergeRequest: {
            /** Format: uuid */
            into: string;
        };
        /** @description The product that there is now. */
        MergeResponse: {
            /** Format: uuid */
            productId: string;
        };
        /** @description A fact that is not known. */
        MissingFact: {
            key: string;
            /** Format: uuid */
            part: string;
        };
        /** @description A shop that has some of the parts. */
        NearestShop: {
            has: number;
            name: string;
            nameAr: string;
            of: number;
            slug: string;
        };
        /** @description What somebody wants to be told of. */
        NewAlert: {
            alertType: components["schemas"]["AlertType"];
            /**
             * Format: uuid
             * @description Of a `BUILD_TOTAL`: one of one's own kept builds.
             */
            buildId?: string | null;
            /**
             * Format: int64
             * @description Of a `PERCENTAGE_DROP`: 5, 10, 15, 20 or 25.
             */
            percentage?: number | null;
            /**
             * Format: uuid
             * @description What a `BUILD_TOTAL` is not about.
             */
            productId?: string | null;
            /**
             * Format: double
             * @description Of a `TARGET_PRICE` or a `BUILD_TOTAL`: dinars above 0 and below the current price or total.
             */
            targetPrice?: number | null;
        };
        /** @description A build to be kept. */
        NewBuildRequest: {
            /** @description In every shape that `POST /api/compatibility` takes. */
            components?: {
                [key: string]: unknown;
            } | null;
            /** @example KWD */
            currency?: string | null;
            /** @description At most 1,000 characters. */
            description?: string | null;
            isPublic?: boolean;
            /** @description 1 to 100 characters. */
            name?: string | null;
            /**
             * Format: double
             * @description Not looked at: the server knows its own prices.
             */
            totalPrice?: number | null;
        };
        /** @description What somebody wants to say of a product. */
        NewReview: {
            /** @description At most 2,000 characters; space around it is dropped, and nothing but space is no comment. */
            comment?: string | null;
            /**
             * Format: int64
             * @description Stars, 1 to 5.
             */
            rating?: number | null;
        };
        /** @description The reason why nothing in stock makes a build for the use. */
        NoBuildReason: {
            /** @example No Video Card in stock has what this use asks for at least. */
            text: string;
            textAr: string;
        };
        /** @description An alert that fired. */
        Notification: {
            alertType: components["schemas"]["AlertType"];
            build: components["schemas"]["NotifiedBuild"] | null;
            /** @example KWD */
            currency: string;
            /** Format: date-time */
            firedAt: string;
            /** Format: uuid */
            id: string;
            /** @description The price that it fired at. */
            price: components["schemas"]["Kwd"];
            /** @description The price at the alert's creation, or the last one that it told of. */
            priceBefore: components["schemas"]["Kwd"];
            product: components["schemas"]["NotifiedProduct"] | null;
            read: boolean;
        };
        /** @description A person's newest alerts that fired. */
        NotificationList: {
            /** @description Newest first, at most 30. */
            notifications: components["schemas"]["Notification"][];
            /**
             * Format: int64
             * @description How many there are that were not read, also beyond those 30.
             */
            unread: number;
        };
        /** @description A kept build whose total fell. */
        NotifiedBuild: {
            /** Format: uuid */
            id: string;
            name: string;
            shareToken: string;
        };
        /** @description A product whose price fell. */
        NotifiedProduct: {
            /** Format: uuid */
            id: string;
            name: string;
            nameAr: string | null;
            picture: components["schemas"]["Picture"] | null;
        };
        /** @description One shop's listing of a product. */
        Offer: {
            /** @example KWD */
            currency: string;
            /** Format: uuid */
            id: string;
            inStock: boolean;
            listPrice: components["schemas"]["Kwd"] | null;
            price: components["schemas"]["Kwd"];
            /** @description The shop's English name. */
            retailer: string;
            retailerSlug: string;
            shipping: components["schemas"]["Kwd"] | null;
            shippingFreeOver: components["schemas"]["Kwd"] | null;
            stock: components["schemas"]["Stock"];
            /**
             * Format: int32
             * @description How many are left, where the shop says so.
             */
            stockLeft: number | null;
            /** @description Whether the shop takes Tabby's instalments. */
            tabby: boolean;
            /** @description As the shop words it, in English where it does. */
            title: string;
            /**
             * Format: date-time
             * @description When the shop was last seen to offer it at this price.
             */
            updatedAt: string;
            url: string;
        };
        /** @description Work that waits for an administrator. */
        OpenWork: {
            /**
             * Format: int64
             * @description Retailers whose newest crawl failed or was held back.
             */
            failedCrawls: number;
            /**
             * Format: int64
             * @description Prices that are held back.
             */
            heldPrices: number;
            /**
             * Format: int64
             * @description Manufacturers to confirm or to alias.
             */
            manufacturers: number;
            /**
             * Format: int64
             * @description Pairs to decide on.
             */
            matches: number;
            /**
             * Format: int64
             * @description Jobs that failed too often.
             */
            parkedJobs: number;
        };
        /** @description How everything does. */
        Operations: {
            index: components["schemas"]["IndexState"];
            jobs: components["schemas"]["JobCounts"];
            outbox: components["schemas"]["Outbox"];
            /** @description In the order of their arrival. */
            retailers: components["schemas"]["RetailerState"][];
        };
        /** @description Mails that wait to be sent. */
        Outbox: {
            /**
             * Format: int64
             * @description Of those: that failed at least once.
             */
            failed: number;
            /** Format: date-time */
            oldestAt: string | null;
            /** Format: int64 */
            waiting: number;
        };
        /** @description What the person who asks has said of a product. */
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
         * @description What can be said of a part today.
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
        /** @description A rule that was judged and passed. */
        Passed: components["schemas"]["RuleName"] & {
            /** @description The parts that it compared. */
            componentIds: string[];
        };
        /** @description The old password and the new one. */
        PasswordChange: {
            currentPassword: string;
            newPassword: string;
        };
        /** @description Performance estimated from specifications, with the terms of the estimates. Null where the chip is not known. */
        PerformanceEstimates: {
            graphics: components["schemas"]["GraphicsEstimate"] | null;
            processor: components["schemas"]["ProcessorEstimate"] | null;
        };
        /**
         * @description A product's picture, kept in widths of 192, 384 and 640 pixels: `/pictures/{hash}-{width}.webp`. Of a picture narrower
         *     than one of them the next one holds it whole, and wider ones do not exist.
         */
        Picture: {
            /** @example 0123456789abcdef0123456789abcdef */
            hash: string;
            /** Format: int32 */
            height: number;
            /**
             * Format: int32
             * @description Pixels of the widest that there is.
             */
            width: number;
        };
        /**
         * @description What is to become of a product's picture.
         * @enum {string}
         */
        PictureAction: "choose" | "refuse" | "allow" | "automatic";
        /** @description A decision about a product's picture. */
        PictureDecision: {
            action: components["schemas"]["PictureAction"];
            /**
             * @description The picture that it is about; none for `automatic`.
             * @example 0123456789abcdef0123456789abcdef
             */
            hash?: string | null;
        };
        /** @description One way to buy the parts. */
        Plan: {
            /** @description Whether every shop says what it asks for delivery. */
            deliveryKnown: boolean;
            /** @description What is known of the deliveries. */
            deliveryTotal: components["schemas"]["Kwd"];
            partsTotal: components["schemas"]["Kwd"];
            /** @description Whether it is proven that no basket of its kind is cheaper. */
            proven: boolean;
            shops: components["schemas"]["PlanShop"][];
            /** @description Parts and known deliveries. */
            total: components["schemas"]["Kwd"];
        };
        /** @description A part bought at a shop. */
        PlanPart: {
            /** @description Of one. */
            price: components["schemas"]["Kwd"];
            /** Format: uuid */
            productId: string;
            /** Format: int32 */
            quantity: number;
            /** @description The offer's page. */
            url: string;
        };
        /** @description What one shop delivers. */
        PlanShop: {
            delivery: components["schemas"]["Kwd"] | null;
            name: string;
            nameAr: string;
            parts: components["schemas"]["PlanPart"][];
            partsTotal: components["schemas"]["Kwd"];
            slug: string;
        };
        /** @description Somebody's wish to be told of a price. */
        PriceAlert: {
            alertType: components["schemas"]["AlertType"];
            build: components["schemas"]["WatchedBuild"] | null;
            /** Format: date-time */
            createdAt: string;
            /** @description Whether it waits still: a target and a percentage are told once. */
            enabled: boolean;
            /** Format: uuid */
            id: string;
            /**
             * Format: int32
             * @description Of a `PERCENTAGE_DROP`.
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
        /** @description A product that shops ask different prices for. */
        PriceDifference: {
            category: components["schemas"]["Category"];
            /** @example KWD */
            currency: string;
            maxPrice: components["schemas"]["Kwd"];
            minPrice: components["schemas"]["Kwd"];
            /**
             * Format: double
             * @description Of the lowest price, to two decimals.
             */
            percentageDifference: number;
            priceDifference: components["schemas"]["Kwd"];
            /** Format: uuid */
            productId: string;
            productName: string;
            retailerCount: number;
            /** @description The cheapest first. */
            retailers: components["schemas"]["RetailerPrice"][];
        };
        /** @description Products whose prices lie apart. */
        PriceDifferences: {
            /**
             * Format: double
             * @description Of all of them, in percent.
             */
            averageDifference: number;
            /** Format: double */
            highestDifference: number;
            /** Format: int32 */
            limit: number;
            /** Format: int32 */
            page: number;
            /** @description The widest apart first. */
            priceDifferences: components["schemas"]["PriceDifference"][];
            /**
             * Format: int64
             * @description How many products there are.
             */
            totalCount: number;
        };
        /** @description What a product cost over time. */
        PriceHistory: {
            /** @description A line for each shop, in the shops' order. A price holds until the next point. */
            datasets: components["schemas"]["HistoryDataset"][];
            /** @description The same steps as a list by shop and day, with the stock. */
            history: components["schemas"]["HistoryEntry"][];
            statistics: components["schemas"]["HistoryStatistics"];
        };
        /** @description The lowest and the highest price of something. */
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
        /** @description A product as a card or a page shows it: what it is, and its best offer (the cheapest in stock, else the cheapest). */
        Product: {
            category: components["schemas"]["Category"];
            /** @description The same as `category`. */
            componentType: components["schemas"]["Category"];
            /** @example KWD */
            currency: string;
            deliveredPrice: components["schemas"]["Kwd"] | null;
            /** @description The shop of `deliveredPrice`. */
            deliveredRetailer: string | null;
            deliveredRetailerSlug: string | null;
            /**
             * Format: double
             * @description How far the price lies below the lowest before it in 30 days, when it does.
             */
            dropPercent: number | null;
            /** Format: uuid */
            id: string;
            /** @description Whether any shop has it. */
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
             * @description Mean stars, 1 to 5, when there are reviews.
             */
            rating: number | null;
            /** @description The name of the shop with the best offer. */
            retailer: string | null;
            /** @description How many shops list it. */
            retailerCount: number;
            retailerSlug: string | null;
            /** Format: int32 */
            reviewCount: number;
            /** @description The known facts; what is absent is not known. */
            specs: {
                [key: string]: components["schemas"]["SpecFact"];
            };
            /** @description The best price in stock of each of the last 30 days on which it was in stock, oldest first. */
            trend: components["schemas"]["Kwd"][];
            /** @description The best offer's page in its shop. */
            url: string | null;
        };
        /** @description One product or several, by what was asked. */
        ProductAnswer: components["schemas"]["ProductDetail"] | components["schemas"]["ProductsById"];
        /** @description The fields to change; what is absent stays. What is set stays set, whatever crawls bring: a price until the shop's own moves. */
        ProductChange: {
            /**
             * Format: uuid
             * @description The product that it is of; null takes it from the one it is of.
             */
            canonicalId?: string | null;
            category?: string | null;
            manufacturer?: string | null;
            name?: string | null;
            /**
             * Format: double
             * @description Dinars above 0, with at most three decimals.
             */
            price?: number | null;
            /**
             * @description Fields that are the shop's again: `name`, `category`, `manufacturer`, `price`.
             * @example [
             *       "price"
             *     ]
             */
            unpin?: string[];
        };
        /** @description A product with its offers. */
        ProductDetail: {
            /** @description The landing pages that it is on: its chip or capacity before its maker. */
            landingPages: components["schemas"]["LandingPage"][];
            /** @description How many offers were found to be this product. */
            matchedProductsCount: number;
            priceRange: components["schemas"]["PriceRange"] | null;
            product: components["schemas"]["Product"];
            /** @description Live offers, cheapest first. */
            retailers: components["schemas"]["Offer"][];
            /** @description The sources named in `specSources`, with the notices to be shown beside their facts. */
            sources: components["schemas"]["Source"][];
            /** @description Where each known fact comes from, by its key in `specs`. */
            specSources: {
                [key: string]: components["schemas"]["SpecSource"];
            };
        };
        /** @description Outcome of one candidate checked against the build. */
        ProductFit: {
            /**
             * @description The rule that decides: the one of the worst outcome, or the one that passes most narrowly.
             * @example GPU_TOO_LONG
             */
            code: string;
            /** @description Values that the deciding rule compared. */
            evidence: components["schemas"]["IssueEvidence"][];
            /** @description Only where asked for. */
            facts?: components["schemas"]["MeasuredFact"][];
            /** @description `error`, `warning`, `unknown` (a fact that would decide is not stated) or `pass`: the worst that is said. */
            outcome: string;
            /** Format: uuid */
            productId: string;
            /**
             * @description A few words; empty where all passes.
             * @example 9.9 mm too long
             */
            text: string;
            textAr: string;
        };
        /** @description A page of a listing. */
        ProductList: {
            category: components["schemas"]["Category"] | null;
            /** @description `q` with a likely spelling, when that is what was searched or what is clearly meant. */
            corrected: string | null;
            /** @description Words of `q` that had to be left out to find anything. */
            dropped: string[];
            /** @description Why each product stands where it does, in the order of `products`; only where asked for. */
            explanations?: components["schemas"]["Explanation"][] | null;
            /**
             * @description Live counts by filter group (`price`, `tier`, `manufacturer`, `retailer`, `availability`, `rating`, `category`,
             *     `spec.<key>`), each made without the group's own filter; in display order.
             */
            facets: {
                [key: string]: components["schemas"]["Facet"];
            };
            /** @description Readings that the grammar gave the words of `q`, in their order; only where `explanations` are. */
            grammar?: components["schemas"]["GrammarPart"][] | null;
            /**
             * Format: int64
             * @description How many matches `compatibleWith` left out.
             */
            hidden: number;
            /** @description The same by the rule that says so, the most first. Each match counts once. */
            hiddenBy: components["schemas"]["HiddenBy"][];
            intent: components["schemas"]["SearchIntent"] | null;
            /** Format: int32 */
            limit: number;
            /** @description Only when nothing was found for a model that does not exist: what comes near it. */
            nearby: components["schemas"]["Product"][];
            /** Format: int32 */
            page: number;
            products: components["schemas"]["Product"][];
            /**
             * Format: int64
             * @description How many products match in all.
             */
            total: number;
            /** @description Whether `total` is exact; without `facets` it may be less than there are, but never less than pages show. */
            totalIsExact: boolean;
            /** @description What of `q` was read as a filter or an order. */
            understood: components["schemas"]["Understood"][];
        };
        /** @description One of them. */
        ProductPicture: {
            /** @description Shoppers see it. */
            chosen: boolean;
            picture: components["schemas"]["Picture"];
            /** @description Shoppers see it because an administrator chose it. */
            pinned: boolean;
            /**
             * Format: int64
             * @description How many products show it: one that many show stands for "no picture" and is never chosen by itself.
             */
            products: number;
            /**
             * Format: float
             * @description 0 to 1: large, on a plain ground, with little lettering.
             */
            quality: number;
            /** @description An administrator refused it for this product. */
            refused: boolean;
            /** @description The shops that show it, by name; none any more where the list is empty. */
            retailers: string[];
        };
        /** @description The pictures that shops show of a product. */
        ProductPictures: {
            /** @description The best first. */
            pictures: components["schemas"]["ProductPicture"][];
        };
        /** @description Several products in the order asked. */
        ProductsById: {
            products: components["schemas"]["Product"][];
        };
        /** @description A page of what was held back. */
        Quarantine: {
            /** @description The oldest first. */
            held: components["schemas"]["HeldOffer"][];
            /** Format: int32 */
            limit: number;
            /** Format: int32 */
            page: number;
            /** Format: int64 */
            total: number;
        };
        /** @description A crawl that waits for a worker. */
        QueuedCrawl: {
            /** Format: uuid */
            jobId: string;
        };
        /** @description Which ones were read. */
        ReadNotifications: {
            /** @description At most 200; all of them when absent. */
            ids?: string[] | null;
        };
        /** @description Of the last seven days. */
        Recent: {
            /** Format: int64 */
            reviews: number;
        };
        /** @description An entry that could not be put into the build. */
        RefusedEntry: {
            /** @description `reason`, `productId`, `slot` and what else belongs to the reason. */
            entry: Record<string, never>;
            message: string;
        };
        /** @description What was typed. */
        RegisteredUser: {
            email: string;
            emailVerified: boolean;
            name: string;
            role: string;
        };
        /** @description What is typed to sign up. */
        RegisterRequest: {
            email: string;
            /** @description `en` or `ar`: the language to write in. */
            language?: string | null;
            /** @description Taken when there is no username. */
            name?: string | null;
            password: string;
            /** @description What the bot check produced, whichever provider it is. */
            turnstileToken?: string;
            username: string;
        };
        /** @description Who will be a person when the address is verified. The same whether or not the address has an account already. */
        RegisterResponse: {
            user: components["schemas"]["RegisteredUser"];
        };
        /** @description How much of a shop was rejected for a reason. */
        RejectedCount: {
            /** Format: int64 */
            offers: number;
            /** @example PRICE */
            reason: string;
            retailerSlug: string;
        };
        /** @description Something that a shop lists and that could not be read. */
        RejectedOffer: {
            /** @description The reason in words, with what was found. */
            detail: string;
            /** @description The shop's id of it, or an address. */
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
        /** @description A page of what was rejected. */
        RejectedOffers: {
            /** @description How many there are of each shop for each reason, the most first, whatever is filtered. */
            counts: components["schemas"]["RejectedCount"][];
            /** Format: int32 */
            limit: number;
            /** @description The latest first. */
            offers: components["schemas"]["RejectedOffer"][];
            /** Format: int32 */
            page: number;
            /**
             * Format: int64
             * @description How many the filter finds.
             */
            total: number;
        };
        /** @description Outcome of the decisions. */
        RejectOutcome: {
            failed: components["schemas"]["BatchFailure"][];
            rejected: number;
        };
        /** @description What became of those to be published. */
        ReleaseOutcome: {
            failed: components["schemas"]["BatchFailure"][];
            released: number;
        };
        /** @description A new password and the right to set it. */
        ResetPasswordRequest: {
            newPassword: string;
            token?: string;
        };
        /** @description A shop. */
        Retailer: {
            name: string;
            nameAr: string;
            /**
             * Format: int32
             * @description Counts from 0 and never changes: a shop keeps its colour and shape by it.
             */
            position: number;
            shipping: components["schemas"]["Shipping"];
            slug: string;
            /** @description Whether it takes Tabby's instalments. */
            tabby: boolean;
            /** @description The shop's front page. */
            url: string;
        };
        /** @description Products that a shop sells. */
        RetailerCount: {
            /** Format: int64 */
            count: number;
            retailer: string;
        };
        /**
         * @description A shop's health at a glance.
         * @enum {string}
         */
        RetailerHealth: "OK" | "PARTIAL" | "HELD" | "FAILING" | "LATE" | "NEVER" | "OFF";
        /** @description The shops that are compared. */
        RetailerList: {
            retailers: components["schemas"]["Retailer"][];
        };
        /** @description What a shop asks. */
        RetailerPrice: {
            inStock: boolean;
            price: components["schemas"]["Kwd"];
            retailer: string;
            url: string;
        };
        /** @description How a shop's crawls do. */
        RetailerState: {
            /** @description A crawl waits in the queue or runs. */
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
        /** @description What became of those to be tried again. */
        RetryOutcome: {
            failed: components["schemas"]["BatchFailure"][];
            retried: number;
        };
        /** @description What somebody says of a product. */
        Review: {
            /** @description Plain text of at most 2,000 characters: it holds no markup, whatever it looks like. */
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
             * @description When its author last replaced it.
             */
            updatedAt: string;
            user: components["schemas"]["Reviewer"];
        };
        /** @description Who wrote a review. */
        Reviewer: {
            /** Format: uuid */
            id: string;
            username: string;
        };
        /** @description A page of a product's reviews, newest first, and how all of them judge. */
        ReviewList: {
            /** Format: int32 */
            limit: number;
            /** Format: int32 */
            page: number;
            reviews: components["schemas"]["Review"][];
            stats: components["schemas"]["Stats"];
            /**
             * Format: int64
             * @description The same as `stats.total`.
             */
            total: number;
        };
        /** @description A rule by its code and short name. */
        RuleName: {
            code: string;
            name: string;
            nameAr: string;
        };
        /** @description The review as it is kept, and how the product is judged with it. */
        SavedReview: {
            review: components["schemas"]["Review"] | null;
            stats: components["schemas"]["Stats"];
        };
        /** @description One part of a score, as `config/search/ranking.toml` names it. */
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
            kind: "notSold";
            near: components["schemas"]["Category"] | null;
            words: string;
        };
        /** @description Every session of a person, the last used first. */
        SessionList: {
            sessions: components["schemas"]["SignedInDevice"][];
        };
        /** @description A person's settings. */
        Settings: {
            allowBuildSharing: boolean;
            priceDropAlerts: boolean;
            publicProfile: boolean;
            username: string;
        };
        /** @description What is to be changed; what is absent stays. */
        SettingsPatch: {
            allowBuildSharing?: boolean | null;
            /** @description `en` or `ar`: the language to write in. */
            language?: string | null;
            priceDropAlerts?: boolean | null;
            publicProfile?: boolean | null;
            username?: string | null;
        };
        /** @description What a shop asks for delivery; null is not known. */
        Shipping: {
            flat: components["schemas"]["Kwd"] | null;
            freeOver: components["schemas"]["Kwd"] | null;
        };
        /** @description One side of a pair. */
        Side: {
            category: string | null;
            /** @example KWD */
            currency: string;
            /**
             * Format: uuid
             * @description The product's, or the offer's.
             */
            id: string;
            manufacturer: string | null;
            model: string | null;
            name: string;
            nameAr: string | null;
            /**
             * Format: int64
             * @description How many live offers there are.
             */
            offerCount: number;
            /** @description Some of the page's live offers, those in stock first, then the cheapest; of an offer on no page itself. */
            offers: components["schemas"]["SideOffer"][];
            /**
             * Format: uuid
             * @description The product page that this is, or that the offer is on.
             */
            pageId: string | null;
            partNumbers: string[];
            picture: components["schemas"]["Picture"] | null;
            price: components["schemas"]["Kwd"] | null;
            /** @description Of a product: the shop that has it for the least. */
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
        /** @description A session. */
        SignedInDevice: {
            /** Format: date-time */
            createdAt: string;
            /** @description Whether it is the one that asks. */
            current: boolean;
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            lastSeenAt: string;
            /** @description What the browser says it is. */
            userAgent: string | null;
        };
        /** @description Who is signed in. */
        SignedInUser: {
            user: components["schemas"]["User"];
        };
        /** @description What a slot holds. */
        SlotContent: components["schemas"]["BuildComponent"] | components["schemas"]["BuildComponent"][];
        /** @description A source of facts. */
        Source: {
            /** @description The notice to be shown beside its facts. */
            attribution: string | null;
            name: string;
            slug: string;
            url: string | null;
        };
        /** @description Where the facts come from. */
        SourceList: {
            sources: components["schemas"]["Source"][];
        };
        /** @description One fact's value. Lengths are mm, power W, memory GB, memory speed MT/s. */
        SpecFact: string | number | boolean | string[];
        /** @description Where a fact comes from. */
        SpecSource: {
            /**
             * Format: date
             * @description The day on which the source stated it.
             */
            date: string;
            /** @description The source's short name. */
            source: string;
        };
        /** @description The offers that are of another product. */
        SplitRequest: {
            offerIds: string[];
        };
        /** @description How a product was judged. */
        Stats: {
            /**
             * Format: double
             * @description Mean stars, to two decimals; null without reviews.
             */
            averageRating: number | null;
            /** @description How many reviews gave each number of stars, from `1` to `5`. */
            distribution: {
                [key: string]: number;
            };
            /** Format: int64 */
            total: number;
        };
        /**
         * @description Whether a load balancer should send visitors here.
         * @enum {string}
         */
        Status: "ok" | "degraded" | "damaged" | "starting" | "stopping";
        /**
         * @description Whether a shop has it.
         * @enum {string}
         */
        Stock: "in" | "out" | "unknown";
        /** @description Something was done. */
        SuccessResponse: {
            success: boolean;
        };
        /** @description A maker to look at. */
        SuggestedBrand: {
            highlights: number[][];
            name: string;
        };
        /** @description A category to open. */
        SuggestedCategory: {
            /**
             * Format: int64
             * @description How many products it holds.
             */
            count: number;
            label: string;
            labelAr: string;
            /** @description The listing page's path, where there is one. */
            route: string | null;
            type: components["schemas"]["Category"];
        };
        /** @description A product to jump to. */
        SuggestedProduct: {
            category: components["schemas"]["Category"];
            /** @description Ranges of `name` that were typed. */
            highlights: number[][];
            /** @description Ranges of `nameAr` that were typed. */
            highlightsAr: number[][];
            /** Format: uuid */
            id: string;
            inStock: boolean;
            name: string;
            nameAr: string | null;
            picture: components["schemas"]["Picture"] | null;
            price: components["schemas"]["Kwd"] | null;
        };
        /** @description A query to complete to. */
        SuggestedQuery: {
            highlights: number[][];
            text: string;
        };
        /** @description A retailer whose name begins as was typed, in either language. */
        SuggestedRetailer: {
            /** @description Ranges of `name` that were typed. */
            highlights: number[][];
            /** @description Ranges of `nameAr` that were typed. */
            highlightsAr: number[][];
            name: string;
            nameAr: string;
            slug: string;
        };
        /** @description What somebody may be about to type. */
        Suggestions: {
            brands: components["schemas"]["SuggestedBrand"][];
            categories: components["schemas"]["SuggestedCategory"][];
            products: components["schemas"]["SuggestedProduct"][];
            queries: components["schemas"]["SuggestedQuery"][];
            retailers: components["schemas"]["SuggestedRetailer"][];
        };
        /**
         * @description A performance tier by price.
         * @enum {string}
         */
        TierName: "budget" | "mid-range" | "high-end" | "enthusiast";
        /** @description How many there are. */
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
        /** @description A rule that could not be judged. */
        Unchecked: components["schemas"]["RuleName"] & {
            componentIds: string[];
            /** @description The facts that are not known: whose (`part`), and which (`key`). */
            missing: components["schemas"]["MissingFact"][];
        };
        /** @description Some words of the query and the filter that they were read as. */
        Understood: {
            /** @description The parameters that say the same, with their values. */
            filter: {
                [key: string]: string[];
            };
            /** @description `category`, `brand`, `price`, `spec`, `stock`, `sort`, `retailer`, `fit` (what the part is for) or `use`. */
            kind: string;
            /** @description The value in words that need no translation (`32 GB`), or its wire name (`GPU`). */
            label: string;
            /** @description The words as typed; sent back in `literal` they are searched as they stand. */
            words: string;
        };
        /** @description The person who is signed in. */
        User: {
            email: string;
            emailVerified: boolean;
            /** Format: uuid */
            id: string;
            name: string;
            /** @example USER */
            role: string;
        };
        /** @description A page of people. */
        UserList: {
            /** Format: int32 */
            limit: number;
            /** Format: int32 */
            page: number;
            /** Format: int64 */
            total: number;
            /** @description Administrators first, then the newest. */
            users: components["schemas"]["ListedUser"][];
        };
        /** @description A one-time token from a mailed link. */
        VerifyEmailRequest: {
            token?: string;
        };
        /** @description How many offers wait for a reason. */
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
             * @description With NO_PART: what it is.
             * @example ACCESSORY
             */
            noPart: string | null;
            price: components["schemas"]["Kwd"];
            /**
             * @description NO_PART, CATEGORY_UNKNOWN, MANUFACTURER_UNKNOWN, QUESTION, NOT_COMPARED or TOO_LITTLE.
             * @example NO_PART
             */
            reason: string;
            retailerSlug: string;
            url: string;
        };
        /** @description A page of offers of no product. */
        WaitingOffers: {
            /** @description How many there are for each reason, the most first, whatever is filtered. */
            counts: components["schemas"]["WaitingCount"][];
            /** Format: int32 */
            limit: number;
            /** @description The newest first. */
            offers: components["schemas"]["WaitingOffer"][];
            /** Format: int32 */
            page: number;
            /**
             * Format: int64
             * @description How many the filter finds.
             */
            total: number;
        };
        /** @description A kept build whose total is watched. */
        WatchedBuild: {
            /** @example KWD */
            currency: string;
            /** Format: uuid */
            id: string;
            name: string;
            shareToken: string;
            totalPrice: components["schemas"]["Kwd"] | null;
        };
        /** @description One line of the watts. */
        WattLine: {
            /**
             * Format: double
             * @description Its share of the running estimate; null where it is not known.
             */
            estimated: number | null;
            /** @description The part's category, `BASE` or `BEYOND_BASE`. */
            kind: string;
            origin: components["schemas"]["FactOrigin"] | null;
            /**
             * Format: uuid
             * @description Null for the base and what goes beyond it.
             */
            part: string | null;
            /** Format: int32 */
            quantity: number;
            /**
             * Format: double
             * @description Its share of the required watts; null where it is not known or stands in the base.
             */
            required: number | null;
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
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A parameter was given */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
                /** @description 1 to 100 */
                limit?: number;
                /** @description From 1 */
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
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A parameter is wrong */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description The product that stays */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MergeResponse"];
                };
            };
            /** @description The body is no JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such product, or it was merged already */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The other is itself, unknown or of another category */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such product */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description The pictures as they stand then */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductPictures"];
                };
            };
            /** @description The body is no JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such product */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such picture of this product */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description The body is no JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such product */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An offer is not of it, or none would stay */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
                /** @description 1 to 100 */
                limit?: number;
                /** @description From 1 */
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
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A parameter is wrong */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description Each was tried; `failed` names those that could not be cancelled */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancelOutcome"];
                };
            };
            /** @description The body is no JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There are no ids, too many, or what is none */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description Each was tried; `failed` names those that could not be queued */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetryOutcome"];
                };
            };
            /** @description The body is no JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There are no ids, too many, or what is none */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
                /** @description 1 to 100 */
                limit?: number;
                /** @description From 1 */
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
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A parameter is wrong */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description Its offers and pages are under the other name now */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such name */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no manufacturer of the other name, or it is this one */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description It is confirmed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such name */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description It is never used again */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such name */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
                /** @description Only those with a note (true), or without one (false). */
                flagged?: boolean;
                /** @description 1 to 100 */
                limit?: number;
                /** @description In percent, 0 to 100. */
                maxConfidence?: number;
                /** @description Asked so many days ago or longer. */
                minAgeDays?: number;
                /** @description In percent, 0 to 100. */
                minConfidence?: number;
                /** @description From 1 */
                page?: number;
                /** @description Words that stand in a title, the product's name, a part number, or are an id of the offer. */
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
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A parameter is wrong */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description They are joined */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such match */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It was decided meanwhile, or the offer joined to another product */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The two pages are of different categories */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description Each was tried; `failed` names those that could not be approved */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApproveOutcome"];
                };
            };
            /** @description The body is no JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There are no ids, too many, or what is none */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
                /** @description Only those with a note (true), or without one (false). */
                flagged?: boolean;
                /** @description csv */
                format?: string;
                /** @description In percent, 0 to 100. */
                maxConfidence?: number;
                /** @description Asked so many days ago or longer. */
                minAgeDays?: number;
                /** @description In percent, 0 to 100. */
                minConfidence?: number;
                /** @description Words that stand in a title, the product's name, a part number, or are an id of the offer. */
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
            /** @description A line a match */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A parameter is wrong */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description It is flagged */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such match */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It was decided meanwhile */
            409: {
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
            /** @description The database does not answer just now */
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
            /** @description They are kept apart */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such match */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It was decided meanwhile */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description Each was tried; `failed` names those that could not be rejected */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RejectOutcome"];
                };
            };
            /** @description The body is no JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There are no ids, too many, or what is none */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description It is pending, with the note */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is no JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such match */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description One of the pages was merged into another meanwhile */
            409: {
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
            /** @description The database does not answer just now */
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
            /** @description It is pending again */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such match */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It is too late, or somebody else decided */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
                /** @description 1 to 100 */
                limit?: number;
                /** @description From 1 */
                page?: number;
                /** @description UNREADABLE, NO_PRODUCT, INCOMPLETE, NOT_NEW, PRICE, SEVERAL_PRICES, CURRENCY or SOLD_OUT */
                reason?: string;
                /** @description A shop's slug */
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
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A parameter is wrong */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
                /** @description 1 to 100 */
                limit?: number;
                /** @description With NO_PART: what it is, such as ACCESSORY */
                noPart?: string;
                /** @description From 1 */
                page?: number;
                /** @description NO_PART, CATEGORY_UNKNOWN, MANUFACTURER_UNKNOWN, QUESTION, NOT_COMPARED or TOO_LITTLE */
                reason?: string;
                /** @description A shop's slug */
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
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A parameter is wrong */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such parameter */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A parameter was given */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
                /** @description Prices of shops that have the product in stock alone; false unless given. */
                inStock?: boolean;
                /** @description 1 to 100; 100 unless given. */
                limit?: number;
                /** @description In percent of the lowest price; 10 unless given. */
                minDifference?: number;
                /** @description From 1. */
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
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A parameter is wrong */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
                /** @description 10, 25, 50 or 100; 25 unless given. */
                limit?: number;
                /** @description Only those of a product (true), or of none (false). */
                linked?: boolean;
                /** @description `asc` or `desc`. */
                order?: string;
                /** @description From 0. */
                page?: number;
                /**
                 * @description Words to search for, or an id of a product or an offer, a retailer's own number, an SKU or a part number. Reaches the offers of the 500 products that fit best, and those of none
                 *     that hold the words.
                 */
                search?: string;
                /** @description `name`, `category`, `manufacturer`, `retailer`, `price` or `inStock`; unless given the best fit of a search, else `name`. */
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
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A parameter is wrong */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database or the index does not answer just now */
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
            /** @description It is gone */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such offer */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It was deleted already */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description As it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminProduct"];
                };
            };
            /** @description The body is no JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such offer */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It was deleted meanwhile */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A field is wrong, or its product unknown or of another category */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description Each was tried; `failed` names those that could not be changed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkOutcome"];
                };
            };
            /** @description The body is no JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There are no ids, too many, or what is none */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
                /** @description 1 to 100 */
                limit?: number;
                /** @description From 1 */
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
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A parameter is wrong */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description Each was tried; `failed` names those that could not be dropped */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DropOutcome"];
                };
            };
            /** @description The body is no JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There are no ids, too many, or what is none */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description Each was tried; `failed` names those that could not be released */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReleaseOutcome"];
                };
            };
            /** @description The body is no JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There are no ids, too many, or what is none */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description The next free worker takes it */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedCrawl"];
                };
            };
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such shop */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A crawl of it waits or runs already, or it is switched off */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
                /** @description 1 to 100 */
                limit?: number;
                /** @description From 1 */
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
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A parameter is wrong */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description They are one */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such person */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description They are none */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such person */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody else is administrator */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description They are signed out everywhere */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Not an administrator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such person */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description Another check is configured */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
                "application/json": components["schemas"]["Confirmation"];
            };
        };
        responses: {
            /** @description It is right */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is no JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Called from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not JSON */
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
            /** @description Too many attempts: see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description The same for every address */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForgotPasswordResponse"];
                };
            };
            /** @description The body is no JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Called from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description That is no mail address */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many attempts: see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description The body is no JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Address or password is wrong, or the address is not verified */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Called from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A field is missing */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many attempts: see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description Nobody is signed in any more */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Called from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description The database does not answer just now */
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
            /** @description The body is no JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Called from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A field is wrong, or the bot check failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many attempts: see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database or the bot check does not answer just now */
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
            /** @description The body is no JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Called from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The token is of nothing, used, or too old, or the password is not taken */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many attempts: see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description The body is no JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Called from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The token is of nothing, used, or too old */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many attempts: see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description The body is no JSON */
            400: {
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
            /** @description The content type is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A slot cannot be read: `fields` says which and why */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description The body is no JSON */
            400: {
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
            /** @description The content type is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A field is wrong (`INVALID_FIELDS`), or wishes cannot be met together by what is in stock (`WISHES_CONTRADICT`); `fields` names them */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests from this address */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The parts are still being read, or too many wait */
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
            /** @description Too many requests from this address */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The parts are still being read, or too many wait */
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
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
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
            /** @description The database does not answer just now */
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
            /** @description This request has made a build already */
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
            /** @description The body is no JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Called from another site's page */
            403: {
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
            /** @description The content type is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A field is wrong, sharing is off, or the account is full */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many changes: see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description There is no such build, or it is not shared */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description The body is no JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Called from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such build, or it is somebody else's */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Another version was saved meanwhile */
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
            /** @description The content type is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A field is wrong, or sharing is off */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many changes: see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description It is gone */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Called from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such build, or it is somebody else's */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many changes: see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description This request has made a copy already */
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
            /** @description The body is no JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Called from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such build, or it is somebody else's */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The name is wrong, or the account is full */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many changes: see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description A parameter was given */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The index cannot be read just now */
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
            /** @description The body is no JSON */
            400: {
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
            /** @description The content type is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A slot cannot be read: `fields` says which and why */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description The body is no JSON */
            400: {
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
            /** @description The content type is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A slot or a candidate cannot be read: `fields` says which and why */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The parts are still being read */
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
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description It is a favourite */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is no JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Called from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such product */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not JSON */
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
            /** @description Too many changes: see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description It is no favourite */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is no JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Called from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such product */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not JSON */
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
            /** @description Too many changes: see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description It answers */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description A parameter was given */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It is still building its first index, cannot read it, or is about to stop */
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
            /** @description The index cannot be read just now */
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
                 * @description Several, comma-separated or repeated, at most 100: the answer is a `ProductsById`, in the order asked.
                 *     Unknown ids are left out.
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
            /** @description There is no such product */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A parameter is missing, unknown or wrong */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
                /** @description `90d` unless given. */
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
            /** @description There is no such product, or no price of it was ever recorded */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
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
            /** @description The database does not answer just now */
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
            /** @description There is no such product */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
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
            /** @description The database does not answer just now */
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
            /** @description The body is no JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Called from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such product */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The rating is missing or wrong, or the comment too long */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many reviews: see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such product */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
                /** @description Product ids of a build, at most 64: leaves out what does not fit beside them. Ids that are not known are passed over. */
                compatibleWith?: string[];
                /** @description `false` where nobody looks at the counts: the answer then has no `facets` and comes sooner. */
                facets?: boolean;
                /** @description Only what a shop has. */
                inStock?: boolean;
                limit?: number;
                /** @description Words of understood chips that are to be searched as they stand; repeated, not comma-separated. */
                literal?: string[];
                manufacturer?: string[];
                maxPrice?: number;
                /** @description In dinars, at most three decimals. */
                minPrice?: number;
                /** @description Stars. */
                minRating?: number;
                /** @description From 1. Pages reach the first 10,000 products. */
                page?: number;
                /** @description Words to search for. */
                q?: string;
                /** @description Shops, by slug. */
                retailer?: string[];
                /**
                 * @description `relevance` unless given, which without words is `popularity`; else `popularity`, `price_asc`, `price_desc`,
                 *     `delivered_asc` (at the door), `name_asc`, `name_desc`, `drop`, `rating`, or by a fact that listings filter on
                 *     `spec.<key>.asc` and `spec.<key>.desc`: products of which it is not known come last.
                 * @example spec.cores.desc
                 */
                sort?: string;
                /** @description Only what a shop sells in Tabby's instalments. */
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
            /** @description A parameter is unknown or wrong: `fields` says which and how */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The index cannot be read just now */
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
            /** @description A parameter was given */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description It is gone */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Called from another site's page, or an administrator is to give the password again */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such review, or it is somebody else's */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
                /** @description Product ids of a build, at most 64: leaves out what does not fit beside them. Ids that are not known are passed over. */
                compatibleWith?: string[];
                /** @description 1: with the parts of each product's score */
                explain?: number;
                /** @description `false` where nobody looks at the counts: the answer then has no `facets` and comes sooner. */
                facets?: boolean;
                /** @description Only what a shop has. */
                inStock?: boolean;
                limit?: number;
                /** @description Words of understood chips that are to be searched as they stand; repeated, not comma-separated. */
                literal?: string[];
                manufacturer?: string[];
                maxPrice?: number;
                /** @description In dinars, at most three decimals. */
                minPrice?: number;
                /** @description Stars. */
                minRating?: number;
                /** @description From 1. Pages reach the first 10,000 products. */
                page?: number;
                /** @description Words to search for. */
                q?: string;
                /** @description Shops, by slug. */
                retailer?: string[];
                /**
                 * @description `relevance` unless given, which without words is `popularity`; else `popularity`, `price_asc`, `price_desc`,
                 *     `delivered_asc` (at the door), `name_asc`, `name_desc`, `drop`, `rating`, or by a fact that listings filter on
                 *     `spec.<key>.asc` and `spec.<key>.desc`: products of which it is not known come last.
                 * @example spec.cores.desc
                 */
                sort?: string;
                /** @description Only what a shop sells in Tabby's instalments. */
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
            /** @description `explain` without a session */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `explain` by somebody who is no admin */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A parameter is unknown or wrong: `fields` says which and how */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The index cannot be read just now */
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
            /** @description A parameter was given */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
                /** @description The most products to propose. */
                limit?: number;
                /** @description What has been typed so far. */
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
            /** @description A parameter is unknown or wrong: `fields` says which and how */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The index cannot be read just now */
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
                "application/json": components["schemas"]["DeleteAccountRequest"];
            };
        };
        responses: {
            /** @description There is no such account any more */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is no JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Called from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It is the last administrator's */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not JSON */
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
            /** @description Too many attempts: see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description One JSON object, a key a kind of thing */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description They are read */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is no JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Called from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Those are no ids, or too many */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many changes: see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description The body is no JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Called from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The current password is wrong, or the new one is not taken */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many attempts: see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description The body is no JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Called from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such product, or no such build of one's own */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The target is no price or reached already, or there are too many alerts */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many alerts: see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description It is gone */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Called from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such alert, or it is somebody else's */
            404: {
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
            /** @description Too many changes: see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
        requestBody?: never;
        responses: {
            /** @description Nobody is signed in with this account any more */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Called from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many changes: see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
        requestBody?: never;
        responses: {
            /** @description It is signed out */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Called from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such session of this person */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many changes: see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
            /** @description The body is no JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody is signed in */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Called from another site's page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The content type is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A field is wrong */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many changes: see Retry-After */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database does not answer just now */
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
