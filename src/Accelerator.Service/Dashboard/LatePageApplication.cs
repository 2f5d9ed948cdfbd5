using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;

namespace Accelerator.Service.Dashboard;

/// <summary>Lets requests wait for the application, which is made when the port is known.</summary>
internal sealed class LatePageApplication : IHttpApplication<HttpContext>
{
    private readonly TaskCompletionSource<PageApplication> _application = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>It is made.</summary>
    public void Set(PageApplication application) => _application.SetResult(application);

    /// <inheritdoc/>
    public HttpContext CreateContext(IFeatureCollection contextFeatures) => new DefaultHttpContext(contextFeatures);

    /// <inheritdoc/>
    public async Task ProcessRequestAsync(HttpContext context) =>
        await (await _application.Task.ConfigureAwait(false)).ProcessRequestAsync(context).ConfigureAwait(false);

    /// <inheritdoc/>
    public void DisposeContext(HttpContext context, Exception? exception)
    {
        // Nothing of ours hangs at it.
    }
}
