export const REST_PREFIX = "/rest/v1";
export const TABLE = "data_requirements";

export const DESK_PATH = "/requests";

/** Where a form is posted to without script. */
export const FORM_PATH = "/request";
