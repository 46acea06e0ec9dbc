/** PostgREST's prefix and the table that requests are inserted into. */
export const REST_PREFIX = "/rest/v1";
export const TABLE = "data_requirements";

/** The provider's list of requests. A request's page is below it, by its id. */
export const DESK_PATH = "/requests";

/** Where a form is posted to without script. */
export const FORM_PATH = "/request";
