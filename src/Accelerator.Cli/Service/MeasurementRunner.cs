using System.Globalization;
using Accelerator.Cli.Hosting;
using Accelerator.Jobs.Control;

namespace Accelerator.Cli.Service;

/// <summary>
/// Shows what the service has measured of network paths: <c>ftpx probe --history</c> and <c>ftpx service measurements</c>.
/// </summary>
internal sealed class MeasurementRunner(ProcessEnvironment environment, ServiceHost host)
{
    private static readonly TimeSpan UsualAge = TimeSpan.FromDays(7);

    /// <summary>Asks the service, prints its answer and returns the exit code.</summary>
    /// <param name="data">The data folder as typed; null for the default.</param>
    /// <param name="about">A server or a job of the job file, or the URL of a server; null for all servers.</param>
    /// <param name="age">The age of the oldest measurement that is shown; null for 7 days.</param>
    /// <param name="json">Whether to print lines of JSON.</param>
    public async Task<int> RunAsync(string? data, string? about, TimeSpan? age, bool json)
    {
        var folder = host.DataOf(data, environment);
        var since = (environment.Time.GetUtcNow() - (age ?? UsualAge)).UtcDateTime.ToString("O", CultureInfo.InvariantCulture);
        try
        {
            var answer = await ServiceAnswer.AskAsync(
                host.Client(folder, environment.Time), "measurements", ("server", about), ("since", since)).ConfigureAwait(false);
            var all = answer.Of("measurement", ControlJson.Default.PathMeasurement);
            if (json) foreach (var one in all) environment.Out.WriteLine(MeasurementText.Json(one));
            else if (all.Count > 0) MeasurementText.Table(all).Show(environment.OpenOutTerminal(), environment.Out);
            else environment.Out.WriteLine("There are no measurements. To schedule them, add \"measure\" to a server in the job file.");
            return ExitCodes.Ok;
        }
        catch (ControlException e)
        {
            return ServiceErrorText.Notify(environment, e, host, data);
        }
    }
}
