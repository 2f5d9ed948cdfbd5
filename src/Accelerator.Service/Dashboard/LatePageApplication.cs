using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;

namespace Accelerator.Service.Dashboard;

/// <summary>Holds requests until the application exists, which is created once the port is known.</summary>
internal sealed class LatePageApplication : IHttpApplication<HttpContext>
{
    private readonly TaskCompletionSource<PageApplication> _application = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Sets the application and releases the waiting requests.</summary>
    public void Set(PageApplication application) => _application.SetResult(application);

    /// <inheritdoc/>
    public HttpContext CreateContext(IFeatureCollection contextFeatures) => new DefaultHttpContext(contextFeatures);

    /// <inheritdoc/>
    public async Task ProcessRequestAsync(HttpContext context) =>
        await (await _application.Task.ConfigureAwait(false)).ProcessRequestAsync(context).ConfigureAwait(false);

    /// <inheritdoc/>
    public void DisposeContext(HttpContext context, Exception? exception)
    {
        // The context holds no resources of ours.
    }
}
