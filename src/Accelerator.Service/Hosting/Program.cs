return Accelerator.Service.Hosting.DaemonCommand.Run(args, Console.Error);
