/* Non-local means over two independent half renders, guided by features.
 *
 * After Rousselle, Knaus, Zwicker (2012, 2013): weights measured on one half filter the
 * other, so that noise never confirms itself; the variance seen between the halves is taken
 * off colour and feature distances, so that out-of-focus edges do not fringe.
 *
 * All images are planar floats of w * h. render.sh compiles this with
 *   gcc -O3 -march=native -ffast-math -fopenmp -shared -fPIC denoise.c -o denoise.so -lm
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Mean over a (2r+1)^2 window, clipped at the borders. `in` and `out` may be the same. */
static void box_filter(const float *in, float *out, float *row, int w, int h, int r)
{
#pragma omp parallel for
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float sum = 0;
            int n = 0;
            for (int k = -r; k <= r; k++)
                if (x + k >= 0 && x + k < w) { sum += in[(size_t)y * w + x + k]; n++; }
            row[(size_t)y * w + x] = sum / n;
        }
#pragma omp parallel for
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float sum = 0;
            int n = 0;
            for (int k = -r; k <= r; k++)
                if (y + k >= 0 && y + k < h) { sum += row[(size_t)(y + k) * w + x]; n++; }
            out[(size_t)y * w + x] = sum / n;
        }
}

/* Variance of one half (colour) or of the mean of both (features), smoothed. */
static void half_variance(const float *a, const float *b, float *var, float *row, int w, int h, float scale, int r)
{
    size_t n = (size_t)w * h;
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) { float d = a[i] - b[i]; var[i] = d * d * scale; }
    box_filter(var, var, row, w, h, r);
}

/* a, b: the halves, nc planes each. fa, fb: their features, nf planes each.
 * sigma: spread allowed per feature. search, patch: radii in pixels. k: strength.
 * out: nc planes. Returns 0, or -1 without memory. */
int denoise(const float *a, const float *b, int nc, const float *fa, const float *fb, const float *sigma, int nf,
            int w, int h, int search, int patch, float k, float *out)
{
    size_t n = (size_t)w * h;
    float *var = malloc(n * nc * sizeof *var), *fvar = malloc(n * nf * sizeof *var), *f = malloc(n * nf * sizeof *var);
    float *da = malloc(n * sizeof *var), *db = malloc(n * sizeof *var), *df = malloc(n * sizeof *var), *row = malloc(n * sizeof *var);
    float *weight = calloc(2 * n, sizeof *var), *sum = calloc(2 * n * nc, sizeof *var);
    if (!var || !fvar || !f || !da || !db || !df || !row || !weight || !sum) return -1;

    for (int c = 0; c < nc; c++) half_variance(a + c * n, b + c * n, var + c * n, row, w, h, 0.5f, 3);
    for (int c = 0; c < nf; c++) {
        half_variance(fa + c * n, fb + c * n, fvar + c * n, row, w, h, 0.25f, 2);
        for (size_t i = 0; i < n; i++) f[c * n + i] = 0.5f * (fa[c * n + i] + fb[c * n + i]);
    }

    for (int dy = -search; dy <= search; dy++)
        for (int dx = -search; dx <= search; dx++) {
#pragma omp parallel for
            for (int y = 0; y < h; y++)
                for (int x = 0; x < w; x++) {
                    size_t i = (size_t)y * w + x;
                    int qx = x + dx, qy = y + dy;
                    if (qx < 0 || qy < 0 || qx >= w || qy >= h) { da[i] = db[i] = df[i] = 1e3f; continue; }
                    size_t j = (size_t)qy * w + qx;
                    float sa = 0, sb = 0, worst = 0;
                    for (int c = 0; c < nc; c++) {
                        float vp = var[c * n + i], vq = var[c * n + j];
                        float expected = vp + fminf(vp, vq), scale = 1e-6f + k * k * (vp + vq);
                        float ea = a[c * n + i] - a[c * n + j], eb = b[c * n + i] - b[c * n + j];
                        sa += (ea * ea - expected) / scale;
                        sb += (eb * eb - expected) / scale;
                    }
                    for (int c = 0; c < nf; c++) {
                        float vp = fvar[c * n + i], vq = fvar[c * n + j], d = f[c * n + i] - f[c * n + j];
                        float e = (d * d - 2 * (vp + fminf(vp, vq))) / (sigma[c] * sigma[c] + vp + vq);
                        if (e > worst) worst = e;
                    }
                    da[i] = sa / nc;
                    db[i] = sb / nc;
                    df[i] = worst;
                }
            box_filter(da, da, row, w, h, patch);
            box_filter(db, db, row, w, h, patch);
#pragma omp parallel for
            for (int y = 0; y < h; y++)
                for (int x = 0; x < w; x++) {
                    int qx = x + dx, qy = y + dy;
                    if (qx < 0 || qy < 0 || qx >= w || qy >= h) continue;
                    size_t i = (size_t)y * w + x, j = (size_t)qy * w + qx;
                    float wa = expf(-fmaxf(fmaxf(da[i], df[i]), 0)), wb = expf(-fmaxf(fmaxf(db[i], df[i]), 0));
                    weight[i] += wa;
                    weight[n + i] += wb;
                    for (int c = 0; c < nc; c++) {
                        sum[c * n + i] += wa * b[c * n + j];
                        sum[(nc + c) * n + i] += wb * a[c * n + j];
                    }
                }
        }
    for (int c = 0; c < nc; c++)
        for (size_t i = 0; i < n; i++)
            out[c * n + i] = 0.5f * (sum[c * n + i] / weight[i] + sum[(nc + c) * n + i] / weight[n + i]);
    free(var); free(fvar); free(f); free(da); free(db); free(df); free(row); free(weight); free(sum);
    return 0;
}
